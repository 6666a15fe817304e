import { createHash, randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import type { Account } from "~/domain/account";
import { deviceName } from "~/domain/account";
import { currentRequest } from "~/request-context.server";
import { isFilledIn } from "~/server/form-timing.server";
import { isSignatureOf, signatureOf } from "~/server/signature.server";
import type { Caller, SignInResult } from "~/shop/services/access";
import type { VisitorId } from "~/shop/services/guests";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { browserCookie, sessionCookie, visitorCookie } from "./cookies.server";

/** Who is looking: an account that is signed in, a guest from the first addition to a cart on, or nobody in particular (S-3). */

const TOKEN = /^[\w-]{43}$/;
/** A guest's, with the seal that tells it from an invented one; those of before had none. */
const GUEST_TOKEN = /^([\w-]{43})(?:\.([\w-]{22}))?$/;
const PURPOSE = "guest";

async function tokenIn(cookie: typeof visitorCookie, request: Request, shape = TOKEN): Promise<string | undefined> {
  const token: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && shape.test(token) ? token : undefined;
}

/** The database knows the hash only, so that a copy of it opens no cart and no order. */
export const hashOf = (token: string): VisitorId => createHash("sha256").update(token).digest("base64url");

/** The account that this browser is signed in to. */
export async function accountOf(request: Request): Promise<Account | undefined> {
  const session = await sessionOf(request);
  return session === undefined ? undefined : (await getShop()).access.accountOf(session);
}

/** The token of this browser's session, which may have ended. */
export const sessionOf = (request: Request) => tokenIn(sessionCookie, request);

/** Guests of whom this process knows that their browser keeps cookies, or that something is kept of them. */
const recognised = new Set<VisitorId>();
const MOST_RECOGNISED = 10_000;

/**
 * The guest of this browser, whoever is signed in. A token that somebody else chose is none: it has to be sealed, or to be one
 * that something is kept of, which also those are that were made before there were seals or under another secret.
 */
export async function guestOf(request: Request): Promise<VisitorId | undefined> {
  const token = await tokenIn(visitorCookie, request, GUEST_TOKEN);
  if (token === undefined) return undefined;
  const guest = hashOf(token);
  if (recognised.has(guest)) return guest;
  const { guests } = await getShop();
  const [, random = "", seal = ""] = GUEST_TOKEN.exec(token) ?? [];
  if (isSignatureOf(PURPOSE, random, seal)) {
    try {
      await guests.cameBack(guest);
    } catch (error) {
      // Who it is is known all the same; the next page notes it.
      if (error instanceof ShopUnavailable) return guest;
      throw error;
    }
  } else if (!(await guests.isKnown(guest))) return undefined;
  if (recognised.size >= MOST_RECOGNISED) recognised.clear();
  recognised.add(guest);
  return guest;
}

/** @returns the account that is signed in, else the guest; undefined when the browser has no token that we can have made */
export async function visitorOf(request: Request): Promise<VisitorId | undefined> {
  return (await accountOf(request))?.id ?? guestOf(request);
}

interface EnsuredVisitor {
  visitor: VisitorId;
  /** With the cookie of a new visitor. */
  headers: Headers;
  isNew: boolean;
  isAccount: boolean;
}

/** The visitor, made if need be. */
export async function ensureVisitor(request: Request): Promise<EnsuredVisitor> {
  const ensured = await visitorToOrder(request);
  if (ensured.isNew) await (await getShop()).guests.begin(ensured.visitor, currentRequest()?.address);
  return ensured;
}

/** The same for an order: it stays whether its guest comes back or not, so nothing is noted that would be forgotten. */
export async function visitorToOrder(request: Request): Promise<EnsuredVisitor> {
  const headers = new Headers();
  const account = await accountOf(request);
  const known = account?.id ?? (await guestOf(request));
  if (known) return { visitor: known, headers, isNew: false, isAccount: account !== undefined };
  const random = newToken();
  const token = `${random}.${signatureOf(PURPOSE, random)}`;
  headers.append("Set-Cookie", await visitorCookie.serialize(token));
  return { visitor: hashOf(token), headers, isNew: true, isAccount: false };
}

/** For a program, which sends its token in a header that nobody else writes for it: who has the token is this visitor. */
export function newGuest(): { token: string; visitor: VisitorId } {
  const token = newToken();
  return { token, visitor: hashOf(token) };
}

const newToken = () => randomBytes(32).toString("base64url");

/**
 * The account, for pages that are its owner's alone.
 * @param back where the login leads to; here unless told
 * @throws a redirect to the login page
 */
export async function requireAccount(request: Request, back?: string): Promise<Account> {
  const account = await accountOf(request);
  if (account) return account;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?retour=${encodeURIComponent(back ?? `${pathname}${search}`)}`, 303);
}

/**
 * Who asks for access; what the guest of this browser has is going to be the account's.
 * @param form what was posted, of a page whose form has a key
 */
export async function callerOf(request: Request, form?: FormData): Promise<Caller> {
  return {
    address: currentRequest()?.address,
    browser: await tokenIn(browserCookie, request),
    session: await sessionOf(request),
    guest: await guestOf(request),
    device: deviceName(request.headers.get("user-agent") ?? ""),
    filledIn: form !== undefined && isFilledIn(form),
  };
}

/** Cookies of a browser that is signed in now; its guest is gone, and so is the guest's token. */
export async function signedIn({ session, browser }: SignInResult & { ok: true }): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie.serialize(session));
  headers.append("Set-Cookie", await browserCookie.serialize(browser));
  headers.append("Set-Cookie", await visitorCookie.serialize("", { maxAge: 0 }));
  return headers;
}

export async function signedOut(): Promise<Headers> {
  return new Headers({ "Set-Cookie": await sessionCookie.serialize("", { maxAge: 0 }) });
}
