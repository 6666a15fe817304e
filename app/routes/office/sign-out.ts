import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import type { RouteHandle } from "~/route-handle";
import { staffSignedOut, staffTokenOf } from "~/session/staff.server";
import { getStaffService } from "~/shop/shop.server";

export const handle = { office: { see: "anybody" } } satisfies RouteHandle;

/** Only a form signs out. */
export const loader = () => redirect("/gestion", 303);

export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const session = await staffTokenOf(request);
  if (session !== undefined) await (await getStaffService()).signOut(session);
  return redirect("/gestion/entree", { status: 303, headers: await staffSignedOut() });
}
