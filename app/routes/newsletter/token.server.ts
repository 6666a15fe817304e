import type { LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/server/form.server";
import { tokenOf } from "~/server/mailed-token.server";

/** Whether a mail program sent the form, on the press of its own button (RFC 8058). */
export async function isOneClick(request: Request): Promise<boolean> {
  return (await readForm(request)).get("List-Unsubscribe") === "One-Click";
}

/** What the page of a mailed link is made from; without a token the link was cut off on its way. */
export const loadLink = ({ request }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
});
