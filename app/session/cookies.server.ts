import { type Cookie, type CookieOptions, createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/settings.server";

/** Every cookie of the shop. With https, `__Host-` binds them to this host. */

const common = { path: "/", httpOnly: true, sameSite: "lax", secure: settings.secure } as const;
const pageCookies = new Set<string>();

const fullName = (name: string) => (settings.secure ? `__Host-${name}` : name);

/** On which public pages depend: a browser that has it gets pages of its own (page-cache/). */
function pageCookie(name: string, options: CookieOptions) {
  pageCookies.add(fullName(name));
  return createCookie(fullName(name), { ...common, ...options });
}

/** Which private pages alone read: a browser with no other cookie gets everybody's pages. */
const privateCookie = (name: string, options: CookieOptions) => createCookie(fullName(name), { ...common, ...options });

const YEAR = 365 * 24 * 3600;

/** 256 random bits that stand for a guest; cart, draft and orders hang on their hash. */
export const visitorCookie = pageCookie("visitor", { maxAge: YEAR });

/**
 * 256 random bits that stand for a sign-in; the database has only their hash. Kept for 60 days more
 * than the session, as is its cart, so that pages can say that the session has ended.
 */
export const sessionCookie = pageCookie("session", { maxAge: 90 * 24 * 3600 });

/** Outlives the session, so that this browser's attempts to sign in are counted apart. */
export const browserCookie = pageCookie("browser", { maxAge: YEAR });

/** Set when the scripts of a page failed: the next pages come without. */
export const liteCookie = pageCookie("lite", { maxAge: 3600 });

/** The number of the wilaya that the visitor chose for delivery. */
export const wilayaCookie = pageCookie("wilaya", { maxAge: YEAR });

/** Ids of the products that the visitor looked at. */
export const seenCookie = privateCookie("vus", { maxAge: 90 * 24 * 3600 });

/** The token that the visitor will have, so that the answer that would bring it may be lost. */
export const reservedCookie = privateCookie("reserve", { maxAge: 24 * 3600 });

/** Where the last visit came from that came from somewhere; an order keeps it. */
export const provenanceCookie = privateCookie("provenance", { maxAge: 30 * 24 * 3600 });

/** 256 random bits that stand for a sign-in of the staff; ends with the browser, and before. */
export const staffCookie = privateCookie("gestion", { sameSite: "strict" });

/** Who of the staff signed in with this browser, signed: their attempts here are counted apart. */
export const staffBrowserCookie = privateCookie("gestion-connu", { sameSite: "strict", maxAge: YEAR });

/** What a page of the back office shows once (shown-once.server.ts). */
export const shownOnceCookie = privateCookie("gestion-une-fois", { sameSite: "strict", maxAge: 600 });

const secrets = [settings.sessionSecret];
const flashCookie = pageCookie("flash", { secrets });
export const flashStorage = createCookieSessionStorage({ cookie: flashCookie });

export const themeStorage = createCookieSessionStorage({ cookie: pageCookie("theme", { secrets, maxAge: YEAR }) });

/** Headers that end these cookies. */
export async function endingOf(...cookies: readonly Cookie[]): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return headers;
}

/** Whether the request carries a cookie on which public pages depend; then it is answered alone. */
export function hasOurCookies(request: Request): boolean {
  const header = request.headers.get("cookie") ?? "";
  // Spaces around a name do not count.
  return header.split(";").some((pair) => pageCookies.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

const mayHave = (name: string) => (request: Request) => (request.headers.get("cookie") ?? "").includes(`${name}=`);

export const hasSession = mayHave(sessionCookie.name);

export const mayHaveFlash = mayHave(flashCookie.name);
