import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { settings } from "~/settings.server";

/** Every cookie of the shop (S-3). With https they are Secure and carry `__Host-`, which binds them to this very host. */

const common = { path: "/", httpOnly: true, sameSite: "lax", secure: settings.secure } as const;
const names = new Set<string>();

function named(name: string): string {
  const whole = settings.secure ? `__Host-${name}` : name;
  names.add(whole);
  return whole;
}

const YEAR = 365 * 24 * 3600;

/** 256 random bits that stand for the visitor: cart, draft and orders hang on their hash. */
export const visitorCookie = createCookie(named("visitor"), { ...common, maxAge: YEAR });

/** 256 random bits that stand for a sign-in; the database knows their hash (S-3). */
export const sessionCookie = createCookie(named("session"), { ...common, maxAge: 30 * 24 * 3600 });

/** Stays when the session ends: this browser's attempts to sign in are counted apart from strangers'. */
export const browserCookie = createCookie(named("browser"), { ...common, maxAge: YEAR });

/** Set when the scripts of a page failed: the next pages come without (P-2). */
export const liteCookie = createCookie(named("lite"), { ...common, maxAge: 3600 });

const flashName = named("flash");
export const flashStorage = createCookieSessionStorage({
  cookie: { ...common, name: flashName, secrets: [settings.sessionSecret] },
});

export const themeStorage = createCookieSessionStorage({
  cookie: { ...common, name: named("theme"), secrets: [settings.sessionSecret], maxAge: YEAR },
});

/** Whether the request carries any cookie of ours: then its page is this visitor's alone. */
export function hasOurCookies(request: Request): boolean {
  const header = request.headers.get("cookie") ?? "";
  // As cookies are read: spaces around a name do not count.
  return header.split(";").some((pair) => names.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

const mayHave = (name: string) => (request: Request) => (request.headers.get("cookie") ?? "").includes(`${name}=`);

/** Whether somebody may be signed in. */
export const hasSession = mayHave(sessionCookie.name);

/** Whether a message may wait. */
export const mayHaveFlash = mayHave(flashName);
