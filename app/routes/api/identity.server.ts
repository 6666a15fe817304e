import type { Account } from "~/domain/account/account";
import { accountOf, callerOf, guestOf, visitorByToken } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import { Refusal } from "./endpoint.server";

/** Who sent a request to the API: an account or a guest, known by a bearer token or by cookies. */
export interface Asker {
  account?: Account;
  /** The account's or the guest's; undefined for an unknown one. */
  visitor?: VisitorId | undefined;
}

/** Prefix of a guest's token, so that no token of an ended session is taken for a guest's. */
const GUEST = "guest-";
const BEARER = /^Bearer (guest-)?([A-Za-z0-9_-]{43})$/i;

export const guestToken = (token: string) => `${GUEST}${token}`;

/** @throws Refusal 401 when the token that was sent is not valid */
export async function askerOf(request: Request): Promise<Asker> {
  const header = request.headers.get("authorization");
  if (header === null) {
    const account = await accountOf(request);
    return account ? { account, visitor: account.id } : { visitor: await guestOf(request) };
  }
  const [, isGuest, token] = BEARER.exec(header) ?? [];
  if (token === undefined) throw new Refusal(401, "Ce jeton n'est pas valable");
  if (isGuest) return { visitor: visitorByToken(token) };
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
 * Who signs in or registers: cart and orders of the guest whose token was sent go to the account.
 * A token that is not valid counts as none: whose session has ended has to get in again.
 */
export async function callerAsking(request: Request) {
  const { address, device, browser } = await callerOf(request);
  const { account, visitor }: Asker = request.headers.has("authorization")
    ? await askerOf(request).catch((error) => {
        if (error instanceof Refusal) return {};
        throw error;
      })
    : {};
  return { address, device, browser, guest: account ? undefined : visitor };
}
