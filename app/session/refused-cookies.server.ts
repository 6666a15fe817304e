import { redirect } from "@remix-run/node";
import type { Flash } from "~/domain/content/flash";
import { callOrWrite } from "~/domain/values/phone";
import { settings } from "~/settings.server";
import { hasOurCookies } from "./cookies.server";
import { redirectWithFlash } from "./flash.server";

/** An address with this parameter checks whether the browser kept its first cookie. */
export const COOKIE_CHECK = "garde";

const notKept = {
  panier: "le panier ne peut pas être gardé",
  liste: "la liste de souhaits ne peut pas être gardée",
  wilaya: "votre wilaya ne peut pas être gardée",
  compte: "vous ne pouvez pas rester dans votre compte",
};

type Kept = keyof typeof notKept;

/** Whether this answer sets a browser's first cookie, as far as the request shows. */
export const isFirstCookie = (request: Request, headers: Headers): boolean =>
  headers.has("Set-Cookie") && !hasOurCookies(request);

/** 303 to a page that shows the message, or says that nothing was kept. */
export function redirectToKept(
  request: Request,
  { to, what, type = "success", ...message }: Omit<Flash, "type"> & { type?: Flash["type"]; to: string; what: Kept },
  headers: Headers,
): Promise<Response> {
  const flash = { type, ...message };
  if (!isFirstCookie(request, headers)) return redirectWithFlash(to, flash, headers);
  const { pathname, searchParams } = new URL(to, "http://shop.invalid");
  searchParams.set(COOKIE_CHECK, what);
  return redirectWithFlash(`${pathname}?${searchParams}`, flash, headers);
}

/**
 * @returns the message of a page whose address checks for cookies and got none
 * @throws a redirect to the plain address, when the browser sent a cookie
 */
export function refusedCookies(request: Request): Flash | undefined {
  const { pathname, searchParams } = new URL(request.url);
  const what = searchParams.get(COOKIE_CHECK);
  if (what === null) return undefined;
  if (!hasOurCookies(request) && Object.hasOwn(notKept, what)) return whyNotKept(what as Kept);
  searchParams.delete(COOKIE_CHECK);
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  throw redirect(`${pathname}${rest}`, { headers: { "Cache-Control": "private, no-store" } });
}

export const whyNotKept = (what: Kept): Flash => ({
  type: "error",
  message: [
    `Votre navigateur refuse les cookies\u00a0: ${notKept[what]}.`,
    `Commandez directement depuis la page de la paire, ou ${callOrWrite(settings.shopPhone)}.`,
  ].join(" "),
});
