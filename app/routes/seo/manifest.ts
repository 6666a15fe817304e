import type { LoaderFunctionArgs } from "@remix-run/node";
import { light } from "~/components/ui/tokens";
import type { RouteHandle } from "~/route-handle";
import { cachedResponse } from "./cached-response";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** The web app manifest, by which a phone can install the shop. */
export function loader({ request }: LoaderFunctionArgs) {
  // Phones crop them to a circle or a square; without "maskable" they shrink them on white.
  const png = (size: number) =>
    (["any", "maskable"] as const).map((purpose) => ({
      src: `/icons/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    }));
  const manifest = {
    name: "Wahrane, chaussures à Oran",
    short_name: "Wahrane",
    description: "Sandales, sabots et chaussures, livrés dans les 58 wilayas, payés à la livraison.",
    lang: "fr",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: light.ground,
    theme_color: light.ground,
    icons: [...png(192), ...png(512), { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
  };
  return cachedResponse(request, JSON.stringify(manifest), "application/manifest+json");
}
