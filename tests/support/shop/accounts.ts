import type { Account } from "~/domain/account/account";
import type { Caller, RegisterResult, SignInResult } from "~/shop/services/access";
import type { ShopWithWorkers } from "~/shop/shop";
import type { OutgoingMail } from "~/shop/workers/mail-queue";
import { id } from "./test-shop";

/** People with accounts, for the tests of `ShopWithWorkers`. */

export const PASSWORD = "olives noires de Sig";

export const from = (changes: Partial<Caller> = {}): Caller => ({
  address: id("address"),
  device: "Chrome, Android",
  ...changes,
});

export function signedIn(result: SignInResult | RegisterResult) {
  if (!result.ok) throw new Error(`Not signed in: ${result.reason}`);
  return result;
}

/** Takes and settles all mails that are due, as the mail worker does. */
export async function mailsOf({ mailQueue }: Pick<ShopWithWorkers, "mailQueue">): Promise<OutgoingMail[]> {
  const mails = await mailQueue.claim(1_000);
  for (const mail of mails) await mailQueue.settle(mail.id);
  return mails;
}

/** The same. @returns those to this address */
export async function mailsTo(shop: ShopWithWorkers, email: string): Promise<OutgoingMail[]> {
  return (await mailsOf(shop)).filter(({ recipient }) => recipient === email);
}

export function tokenIn(mail: OutgoingMail | undefined): string {
  const [, token] = /jeton=([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  if (!token) throw new Error(`No link in: ${mail?.text}`);
  return token;
}

/** A new account, registered; its address is confirmed by default. */
export async function newAccount(
  shop: ShopWithWorkers,
  caller: Caller = from(),
  { isConfirmed = true, email = `${id("samira")}@example.com` } = {},
): Promise<{ account: Account; session: string; browser: string }> {
  const names = { firstName: "Samira", lastName: "Benali" };
  const registered = signedIn(await shop.access.register({ email, password: PASSWORD, ...names }, caller));
  if (!isConfirmed) return registered;
  const [mail] = await mailsTo(shop, email);
  await shop.access.confirmEmail(tokenIn(mail), "registration");
  return { ...registered, account: { ...registered.account, isConfirmed } };
}
