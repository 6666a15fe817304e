import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { requireStaff } from "~/session/staff.server";

/** Any other address of the office: a 404 in its layout, for those who are signed in. */

export const handle = { office: { see: "staff" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  throw new Response(null, { status: 404 });
}

export default function Unknown() {
  return null;
}
