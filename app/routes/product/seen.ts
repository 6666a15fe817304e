import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { refererPath } from "~/http/referer.server";
import { forgetSeen, withSeen } from "~/session/seen.server";
import { reserveVisitor } from "~/session/visitor.server";

/**
 * GET /vus?produit=ID: remembers that this browser looked at a product. The product's page, the
 * same for all visitors, asks for it as for a picture: so it works before scripts, and a page that
 * was only fetched ahead does not count.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const headers = await withSeen(request, new URL(request.url).searchParams.get("produit") ?? "");
  await reserveVisitor(request, headers);
  headers.set("Cache-Control", "no-store");
  headers.set("Content-Type", "image/svg+xml");
  return new Response('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', { headers });
}

/** POST /vus forgets all of them, and returns to the page of the form. */
export async function action({ request }: ActionFunctionArgs) {
  return redirect(refererPath(request) ?? "/cart", { status: 303, headers: await forgetSeen() });
}
