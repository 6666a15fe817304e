import type { LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/forms/form.server";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token in a mailed link's address, where a reload finds it again. */
export function tokenOf(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  return TOKEN.test(token) ? token : undefined;
}

/** Loader of a mailed link's page; without a token the link is not complete. */
export const loadLink = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) });

/** Whether a mail program sent the form, by its own button (RFC 8058). */
export async function isOneClick(request: Request): Promise<boolean> {
  return (await readForm(request)).get("List-Unsubscribe") === "One-Click";
}
