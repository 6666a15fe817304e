import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";

export const handle = { office: { see: "anybody" } } satisfies RouteHandle;

/** The error page of the office's requests that were refused (http/refuse-requests.server.ts). */
export function loader({ params }: LoaderFunctionArgs) {
  const status = Number(params.status);
  throw data(null, { status: [400, 403, 404, 405, 413].includes(status) ? status : 404 });
}

export default function Refused() {
  return null;
}
