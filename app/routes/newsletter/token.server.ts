import type { LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/server/form.server";
import { isRefused } from "~/server/refusal.server";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token of a mailed link; it stays in the address, so that a reload finds it. */
export function tokenOf(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  return TOKEN.test(token) ? token : undefined;
}

/** Whether a mail program sent the form, on the press of its own button (RFC 8058). */
export async function isOneClick(request: Request): Promise<boolean> {
  return (await readForm(request)).get("List-Unsubscribe") === "One-Click";
}

/** What the page of a mailed link is made from; without a token the link was cut off on its way. */
export const loadLink = ({ request, context }: LoaderFunctionArgs) => ({
  token: tokenOf(request),
  isRefused: isRefused(context),
});
