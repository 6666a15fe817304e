import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { StaffRole } from "~/domain/office/role";
import { digest } from "~/shop/local/text.server";
import { inDatabase, type RunningShop } from "../shop/shop-server";
import { Client } from "./client";

/** People who work in a served shop on SQLite, made in its database and signed in. */

export interface SignedInStaff {
  client: Client;
  id: string;
  name: string;
  email: string;
  role: StaffRole;
}

let made = 0;

/**
 * Makes a person of this role and signs them in, with a fresh proof.
 * @param client that gets the session's cookie; a new one by default
 */
export async function signInStaff(
  shop: RunningShop,
  {
    role = "owner",
    name = "Nadia",
    client = new Client(shop.url),
  }: { role?: StaffRole; name?: string; client?: Client } = {},
): Promise<SignedInStaff> {
  const id = randomBytes(16).toString("hex");
  const email = `staff${process.pid}${made++}@example.com`;
  const token = randomBytes(32).toString("base64url");
  const at = Date.now();
  inDatabase(shop, (database) => {
    database
      .prepare("insert into staff (id, email, name, role, created_at) values (?, ?, ?, ?, ?)")
      .run(id, email, name, role, at);
    database
      .prepare("insert into staff_sessions values (?, ?, 'Chrome, Linux', ?, ?, ?)")
      .run(digest(token), id, at, at, at);
  });
  const [, value = ""] = /^[^=]+=([^;]*)/.exec(await createCookie("gestion").serialize(token)) ?? [];
  client.cookies.set("gestion", value);
  return { client, id, name, email, role };
}
