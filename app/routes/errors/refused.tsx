import { data, type LoaderFunctionArgs } from "@remix-run/node";

/** What the front door refuses is answered here, with the error page of that status. */
export function loader({ params }: LoaderFunctionArgs) {
  const status = Number(params.status);
  throw data(null, { status: [400, 403, 404, 405, 413].includes(status) ? status : 404 });
}

export default function Refused() {
  return null;
}
