import type { LoaderFunctionArgs } from "@remix-run/node";
import { plainTextAnswer } from "~/http/page-headers.server";
import { shownElsewhere } from "~/http/security-headers.server";
import { readPicture } from "~/pictures/image-store.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Pictures of imported products, immutable; remix-serve sends those of public/. */
export async function loader({ params }: LoaderFunctionArgs) {
  const picture = await readPicture(settings.dataDir, params["*"] ?? "");
  if (!picture) return plainTextAnswer(404, "Image non disponible");
  return new Response(new Uint8Array(picture.body), {
    headers: {
      ...shownElsewhere,
      "Content-Type": picture.type,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
