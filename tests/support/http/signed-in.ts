import { randomBytes, scryptSync } from "node:crypto";
import { expect } from "vitest";
import { headerOf, outboxOf, textOf } from "../fakes/mail-server";
import type { RunningShop } from "../shop/shop-server";
import { inDatabase, runIn } from "../shop/stored";
import { Client } from "./client";
import { formWith, submit } from "./forms";
import { followed } from "./orders";

/** Account holders of a served shop, registered by the form or made in the database. */

export const PASSWORD = "olives noires de Sig";

let made = 0;
export const newAddress = () => `samira${process.pid}${made++}@example.com`;

/** The mails to this address, once there are so many. */
export async function mailsTo(shop: Pick<RunningShop, "dataDir">, email: string, count = 1): Promise<string[]> {
  const found = () => outboxOf(shop).filter((mail) => headerOf(mail, "to") === email);
  await expect.poll(() => found().length, { timeout: 15_000, interval: 100 }).toBeGreaterThanOrEqual(count);
  return found();
}

/** The path of a mail's link. */
export function linkIn(mail: string | undefined, path: string): string {
  const found = new RegExp(`${path}\\?jeton=[\\w-]{43}`).exec(textOf(mail ?? ""))?.[0];
  if (!found) throw new Error(`No link to ${path} in: ${mail}`);
  return found;
}

export async function register(client: Client, email: string, changes: Record<string, string> = {}) {
  const page = await client.get("/register");
  return submit(client, formWith(page.text, "prenom"), {
    prenom: "Samira",
    nom: "Benali",
    email,
    motDePasse: PASSWORD,
    confirmation: PASSWORD,
    conditions: "oui",
    ...changes,
  });
}

export async function logIn(client: Client, email: string, motDePasse = PASSWORD, address = "/login") {
  const page = await client.get(address);
  return submit(client, formWith(page.text, "motDePasse"), { email, motDePasse });
}

export interface Owner {
  client: Client;
  id: string;
  email: string;
}

/** The hash holds its own cost, which is low. */
function cheapPassword(): string {
  const salt = randomBytes(16);
  const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
  return ["scrypt", 10, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** An account that is signed in with this client. */
export async function accountHolder(
  shop: RunningShop,
  {
    phone = "",
    isSignedIn = true,
    isConfirmed = true,
  }: { phone?: string; isSignedIn?: boolean; isConfirmed?: boolean } = {},
): Promise<Owner> {
  const [id, email, client] = [randomBytes(32).toString("base64url"), newAddress(), new Client(shop.url)];
  runIn(
    shop,
    "insert into accounts values (?, ?, ?, 'Samira', 'Benali', ?, '', ?, ?)",
    id,
    email,
    cheapPassword(),
    phone,
    Date.now(),
    isConfirmed ? Date.now() : null,
  );
  if (isSignedIn) await client.get(followed(await logIn(client, email)));
  return { client, id, email };
}

/** Delivers all orders of this account. */
export function deliverAll(shop: RunningShop, account: string): void {
  inDatabase(shop, (database) => {
    const open = "select id from orders where account_id = ? and status = 'pending'";
    for (const order of database.prepare<[string], string>(open).pluck().all(account)) {
      for (const [index, status] of ["confirmed", "shipped", "delivered"].entries())
        database.prepare("insert into order_steps values (?, ?, ?)").run(order, status, Date.now() + index);
      database.prepare("update orders set status = 'delivered' where id = ?").run(order);
    }
  });
}
