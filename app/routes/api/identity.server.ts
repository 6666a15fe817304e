import type { Account } from "~/domain/account";
import { accountOf, guestOf, hashOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import { Refusal } from "./endpoint.server";

/** Who asks the API: an account or a guest by a bearer token, or whoever this browser's cookies stand for. */
export interface Asker {
  account?: Account;
  /** The account's or the guest's; undefined for nobody in particular. */
  visitor?: VisitorId | undefined;
}

/** Before the token of a guest, so that a session which has ended is never taken for one. */
const GUEST = "guest-";
const BEARER = /^Bearer (guest-)?([A-Za-z0-9_-]{43})$/i;

export const guestToken = (token: string) => `${GUEST}${token}`;

/** @throws Refusal 401 when a token is sent that is good for nothing */
export async function askerOf(request: Request): Promise<Asker> {
  const header = request.headers.get("authorization");
  if (header === null) {
    const account = await accountOf(request);
    return account ? { account, visitor: account.id } : { visitor: await guestOf(request) };
  }
  const [, isGuest, token] = BEARER.exec(header) ?? [];
  if (token === undefined) throw new Refusal(401, "Ce jeton n'est pas valable");
  if (isGuest) return { visitor: hashOf(token) };
  const account = await (await getShop()).access.accountOf(token);
  if (!account) throw new Refusal(401, "Votre session a expiré. Connectez-vous de nouveau.");
  return { account, visitor: account.id };
}

/** @throws Refusal 401 (section 8) */
export async function accountAsking(request: Request): Promise<Account> {
  const { account } = await askerOf(request);
  if (!account) throw new Refusal(401, "Utilisateur non connecté");
  return account;
}

/**
 * The guest who asks with its token, and becomes the account that it signs in to.
 * @throws Refusal 401 when a token is sent that is good for nothing
 */
export async function guestAsking(request: Request): Promise<VisitorId | undefined> {
  if (!request.headers.has("authorization")) return undefined;
  const { account, visitor } = await askerOf(request);
  return account ? undefined : visitor;
}
