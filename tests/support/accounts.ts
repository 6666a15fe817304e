import type { Account } from "~/domain/account";
import type { Caller, OutgoingMail, Shop, SignInResult } from "~/shop/shop";
import { id } from "./backstage";

/** People with accounts, for the tests of `Shop`. */

export const PASSWORD = "olives noires de Sig";

export const from = (changes: Partial<Caller> = {}): Caller => ({
  address: id("address"),
  device: "Chrome, Android",
  ...changes,
});

export function signedIn(result: SignInResult) {
  if (!result.ok) throw new Error(`Not signed in: ${result.reason}`);
  return result;
}

/** What the shop has to mail to this address, taken and settled as the postman does. */
export async function mailsTo(shop: Shop, email: string): Promise<OutgoingMail[]> {
  const mails = await shop.mail.claim(1_000);
  for (const mail of mails) await shop.mail.settle(mail.id);
  return mails.filter(({ recipient }) => recipient === email);
}

export function tokenIn(mail: OutgoingMail | undefined): string {
  const [, token] = /jeton=([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  if (!token) throw new Error(`No link in: ${mail?.text}`);
  return token;
}

/** A new account, registered and confirmed as its owner does it. */
export async function newAccount(
  shop: Shop,
  caller: Caller = from(),
): Promise<{ account: Account; session: string; browser: string }> {
  const email = `${id("samira")}@example.com`;
  await shop.access.register({ email, password: PASSWORD, firstName: "Samira", lastName: "Benali" }, caller);
  const [mail] = await mailsTo(shop, email);
  return signedIn(await shop.access.confirm(tokenIn(mail), PASSWORD, caller));
}
