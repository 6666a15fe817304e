import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/settings.server";

/** Every cookie of the shop (S-3). With https, `__Host-` binds them to this host. */

const common = { path: "/", httpOnly: true, sameSite: "lax", secure: settings.secure } as const;
const names = new Set<string>();

const fullName = (name: string) => (settings.secure ? `__Host-${name}` : name);

function named(name: string): string {
  names.add(fullName(name));
  return fullName(name);
}

const YEAR = 365 * 24 * 3600;

/** 256 random bits that stand for a guest; cart, draft and orders hang on their hash. */
export const visitorCookie = createCookie(named("visitor"), { ...common, maxAge: YEAR });

/** 256 random bits that stand for a sign-in; the database has only their hash (S-3). */
export const sessionCookie = createCookie(named("session"), { ...common, maxAge: 30 * 24 * 3600 });

/** Outlives the session, so that this browser's attempts to sign in are counted apart. */
export const browserCookie = createCookie(named("browser"), { ...common, maxAge: YEAR });

/** Set when the scripts of a page failed: the next pages come without (P-2). */
export const liteCookie = createCookie(named("lite"), { ...common, maxAge: 3600 });

/** The number of the wilaya that the visitor chose for delivery. */
export const wilayaCookie = createCookie(named("wilaya"), { ...common, maxAge: YEAR });

/**
 * Ids of the products that the visitor looked at. Only private pages show them, so a visitor with
 * no other cookie is still a stranger, to whom shared caches may answer.
 */
export const seenCookie = createCookie(fullName("vus"), { ...common, maxAge: 90 * 24 * 3600 });

const flashName = named("flash");
export const flashStorage = createCookieSessionStorage({
  cookie: { ...common, name: flashName, secrets: [settings.sessionSecret] },
});

export const themeStorage = createCookieSessionStorage({
  cookie: { ...common, name: named("theme"), secrets: [settings.sessionSecret], maxAge: YEAR },
});

/** Whether the request carries a cookie on which public pages depend; then it is answered alone. */
export function hasOurCookies(request: Request): boolean {
  const header = request.headers.get("cookie") ?? "";
  // Spaces around a name do not count.
  return header.split(";").some((pair) => names.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

const mayHave = (name: string) => (request: Request) => (request.headers.get("cookie") ?? "").includes(`${name}=`);

export const hasSession = mayHave(sessionCookie.name);

export const mayHaveFlash = mayHave(flashName);
