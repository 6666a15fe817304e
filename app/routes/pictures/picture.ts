import type { LoaderFunctionArgs } from "@remix-run/node";
import { shownElsewhere } from "~/http/security-headers.server";
import { readPicture } from "~/pictures/image-store.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Pictures of imported products, immutable; remix-serve sends those of public/. */
export async function loader({ params }: LoaderFunctionArgs) {
  const picture = await readPicture(settings.dataDir, params["*"] ?? "");
  if (!picture)
    return new Response("Image non disponible", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  return new Response(new Uint8Array(picture.body), {
    headers: {
      ...shownElsewhere,
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
