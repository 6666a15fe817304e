import { createHash, randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { type Account, deviceName } from "~/domain/account/account";
import { TRY } from "~/domain/values/parameters";
import { localPath } from "~/http/local-path";
import { currentRequest } from "~/request-context.server";
import type { Caller, SignInResult } from "~/shop/services/access";
import type { VisitorId } from "~/shop/services/guests";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { isSignatureOf, signatureOf } from "~/tokens/signature.server";
import { isFilledIn } from "~/tokens/timed-key.server";
import {
  browserCookie,
  endingOf,
  reservedCookie,
  seenCookie,
  sessionCookie,
  visitorCookie,
  wilayaCookie,
} from "./cookies.server";
import { redirectWithFlash } from "./flash.server";
import { COOKIE_CHECK } from "./refused-cookies.server";

/** The visitor: an account that is signed in, a guest, or nobody. */

const TOKEN = /^[\w-]{43}$/;
/** A guest's token with its signature, which older tokens lack. */
const GUEST_TOKEN = /^([\w-]{43})(?:\.([\w-]{22}))?$/;
const PURPOSE = "guest";

/** @returns the random token of a cookie, which may stand for nobody */
export async function tokenIn(
  cookie: typeof visitorCookie,
  request: Request,
  shape = TOKEN,
): Promise<string | undefined> {
  const token: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && shape.test(token) ? token : undefined;
}

/** The database has only the hash, so that a copy of it opens no cart and no order. */
export const visitorByToken = (token: string): VisitorId => createHash("sha256").update(token).digest("base64url");

/** The account that this browser is signed in to. */
export async function accountOf(request: Request): Promise<Account | undefined> {
  const session = await sessionOf(request);
  return session === undefined ? undefined : (await getShop()).access.accountOf(session);
}

/** The token of this browser's session, which may have ended. */
export const sessionOf = (request: Request) => tokenIn(sessionCookie, request);

/** Guests whose cookies this process has seen come back, or who have something in the database. */
const recognised = new LRUCache<VisitorId, true>({ max: 10_000 });

/**
 * The guest of this browser, signed in or not. Invented tokens do not count: a token has to be
 * signed, or, where it is older than signatures or this secret, be known to the database.
 */
export async function guestOf(request: Request): Promise<VisitorId | undefined> {
  const reserved = await reservedToken(request);
  const token = reserved ?? (await tokenIn(visitorCookie, request, GUEST_TOKEN));
  if (token === undefined) return undefined;
  const guest = visitorByToken(token);
  if (recognised.get(guest)) return guest;
  const { guests } = await getShop();
  if (isSigned(token)) {
    // The signature is proof enough; the next page records the return.
    if (!(await unlessUnavailable(guests.cameBack(guest).then(() => true)))) return guest;
  } else if (!(await guests.isKnown(guest))) return undefined;
  // One that is reserved may begin later, and then has to come back.
  if (reserved === undefined) recognised.set(guest, true);
  return guest;
}

/** The token that a browser without one will have as a guest; only signed ones count. */
async function reservedToken(request: Request): Promise<string | undefined> {
  if (await tokenIn(visitorCookie, request, GUEST_TOKEN)) return undefined;
  const token = await tokenIn(reservedCookie, request, GUEST_TOKEN);
  return token !== undefined && isSigned(token) ? token : undefined;
}

function isSigned(token: string): boolean {
  const [, random = "", signature = ""] = GUEST_TOKEN.exec(token) ?? [];
  return isSignatureOf(PURPOSE, random, signature);
}

/**
 * Reserves a token for a browser that has none: the answer to an order, or to a first pair in the
 * cart, brings the visitor's cookie, and may be lost.
 */
export async function reserveVisitor(request: Request, headers: Headers): Promise<void> {
  if ((await tokenIn(visitorCookie, request, GUEST_TOKEN)) ?? (await reservedToken(request))) return;
  headers.append("Set-Cookie", await reservedCookie.serialize(newGuestToken()));
}

/** @returns the account that is signed in, else the guest; undefined without a valid token */
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

/** The visitor; a new guest where there is none. */
export async function ensureVisitor(request: Request): Promise<EnsuredVisitor> {
  const ensured = await visitorToOrder(request);
  if (!ensured.isNew) return ensured;
  recognised.delete(ensured.visitor);
  await (await getShop()).guests.begin(ensured.visitor, currentRequest()?.address);
  return ensured;
}

/** As ensureVisitor, but a new guest is not stored: the order that follows stays by itself. */
export async function visitorToOrder(request: Request): Promise<EnsuredVisitor> {
  const headers = new Headers();
  const account = await accountOf(request);
  const reserved = await reservedToken(request);
  const visitor = account?.id ?? (reserved === undefined ? await guestOf(request) : undefined);
  if (visitor) return { visitor, headers, isNew: false, isAccount: account !== undefined };
  const token = reserved ?? newGuestToken();
  headers.append("Set-Cookie", await visitorCookie.serialize(token));
  return { visitor: visitorByToken(token), headers, isNew: true, isAccount: false };
}

/** For a program, which sends its token in a header that no other site can send. */
export function newGuest(): { token: string; visitor: VisitorId } {
  const token = newToken();
  return { token, visitor: visitorByToken(token) };
}

function newGuestToken(): string {
  const random = newToken();
  return `${random}.${signatureOf(PURPOSE, random)}`;
}

const newToken = () => randomBytes(32).toString("base64url");

/**
 * The account, for pages that are its owner's alone.
 * @param back where the login leads to; this page by default
 * @throws a redirect to the login page
 */
export async function requireAccount(request: Request, back?: string): Promise<Account> {
  const account = await accountOf(request);
  if (account) return account;
  const url = new URL(request.url);
  // A form's address differs from its page's by this alone.
  if (url.searchParams.has(TRY)) url.searchParams.delete(TRY);
  // The login page says it too where a browser has just refused this account's cookie.
  const check = url.searchParams.get(COOKIE_CHECK);
  if (check !== null) url.searchParams.delete(COOKIE_CHECK);
  const retour = encodeURIComponent(localPath(back ?? `${url.pathname}${url.search}`) ?? "/account");
  const login = `/login?retour=${retour}${check === "compte" ? `&${COOKIE_CHECK}=compte` : ""}`;
  if (request.method === "GET" || request.method === "HEAD") throw redirect(login, 303);
  // The session has ended since the form was opened, perhaps by this form, whose answer was lost.
  throw await redirectWithFlash(login, {
    type: "error",
    message: "Votre session a pris fin\u00a0: connectez-vous, et vérifiez avant de recommencer.",
  });
}

/**
 * Who signs in or registers; what the guest of this browser has becomes the account's.
 * @param form a posted form with a key (timed-key.server.ts)
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

/** Cookies of a browser that has just signed in; its guest, and the guest's token, are gone. */
export async function signedIn({ session, browser }: SignInResult & { ok: true }): Promise<Headers> {
  const headers = await endingOf(visitorCookie, reservedCookie);
  headers.append("Set-Cookie", await sessionCookie.serialize(session));
  headers.append("Set-Cookie", await browserCookie.serialize(browser));
  return headers;
}

/** The next one at this device finds nothing of theirs. */
export function signedOut(): Promise<Headers> {
  return endingOf(sessionCookie, wilayaCookie, seenCookie);
}
