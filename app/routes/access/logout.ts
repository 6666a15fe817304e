import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { sessionOf, signedOut } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

export const handle = { search: "open" } satisfies RouteHandle;

/** Only a form logs out; the address itself leads to the page with the button. */
export const loader = () => redirect("/account", 303);

export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const session = await sessionOf(request);
  if (session !== undefined) await (await getShop()).access.logOut(session);
  return redirectWithSuccess("/", "Votre session est fermée.", await signedOut());
}
