import type { LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/server/form.server";
import { tokenOf } from "~/server/mailed-token.server";

/** Whether a mail program sent the form, by its own button (RFC 8058). */
export async function isOneClick(request: Request): Promise<boolean> {
  return (await readForm(request)).get("List-Unsubscribe") === "One-Click";
}

/** Loader of a mailed link's page; without a token the link is not complete. */
export const loadLink = ({ request }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
});
