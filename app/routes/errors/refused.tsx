import { data, type LoaderFunctionArgs } from "@remix-run/node";

/** The error page of requests that were refused (http/refuse-requests.server.ts). */
export function loader({ params }: LoaderFunctionArgs) {
  const status = Number(params.status);
  throw data(null, { status: [400, 403, 404, 405, 413].includes(status) ? status : 404 });
}

export default function Refused() {
  return null;
}
