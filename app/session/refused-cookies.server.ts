import { redirect } from "@remix-run/node";
import { callOrWrite } from "~/domain/phone";
import { settings } from "~/settings.server";
import { hasOurCookies } from "./cookies.server";
import { type Flash, redirectWithFlash } from "./flash.server";

/**
 * Whether a browser keeps cookies shows in the request that follows its first one. A form that keeps something leads to an address
 * that asks; the page there says what could not be kept, or leads on to the plain address, whose page says what was.
 */
export const ASKING = "garde";

const notKept = {
  panier: "le panier ne peut pas être gardé",
  liste: "la liste de souhaits ne peut pas être gardée",
};

type Kept = keyof typeof notKept;

/** Whether this answer sets the first cookie of a browser, as far as one can see. */
export const isFirstCookie = (request: Request, headers: Headers): boolean =>
  headers.has("Set-Cookie") && !hasOurCookies(request);

/** 303 to a page that shows the message, or says that nothing was kept. @param headers with the visitor's cookie, if it is new */
export function redirectToKept(
  request: Request,
  { to, what, flash }: { to: string; what: Kept; flash: Flash },
  headers: Headers,
): Promise<Response> {
  if (!isFirstCookie(request, headers)) return redirectWithFlash(to, flash, headers);
  const { pathname, searchParams } = new URL(to, "http://shop.invalid");
  searchParams.set(ASKING, what);
  return redirectWithFlash(`${pathname}?${searchParams}`, flash, headers);
}

/**
 * What a page has to say whose address asks whether a cookie was kept; undefined for all others.
 * @throws a redirect to the plain address, when the browser brought a cookie
 */
export function refusedCookies(request: Request): Flash | undefined {
  const { pathname, searchParams } = new URL(request.url);
  const what = searchParams.get(ASKING);
  if (what === null) return undefined;
  if (!hasOurCookies(request) && Object.hasOwn(notKept, what)) return whyNotKept(what as Kept);
  searchParams.delete(ASKING);
  const rest = searchParams.size > 0 ? `?${searchParams}` : "";
  throw redirect(`${pathname}${rest}`, { headers: { "Cache-Control": "private, no-store" } });
}

export const whyNotKept = (what: Kept): Flash => ({
  type: "error",
  message: `Votre navigateur refuse les cookies\u00a0: ${notKept[what]}. Commandez directement depuis la page de la paire, ou ${callOrWrite(settings.shopPhone)}.`,
});
