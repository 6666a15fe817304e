import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { requireProof } from "~/session/staff.server";

export const handle = { private: true, search: "closed", office: { see: "exports" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireProof(request, "exports");
  return new Response(null, { status: 404 });
}
