import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { StaffRole } from "~/domain/office/role";
import { digest } from "~/shop/local/context";
import type { RunningShop } from "../shop/shop-server";
import { inDatabase, runIn } from "../shop/stored";
import { appCode, steadyStep } from "./authenticator";
import { type Answer, Client } from "./client";
import { formWith, submit } from "./forms";

/** People who work in a served shop on SQLite: made in its database, or by an invitation's link. */

export interface SignedInStaff {
  client: Client;
  id: string;
  name: string;
  email: string;
  role: StaffRole;
}

let made = 0;
export const newStaffAddress = () => `staff${process.pid}x${made++}@example.com`;

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
  const email = newStaffAddress();
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
  await keepSession(client, token);
  return { client, id, name, email, role };
}

/** Has the client send this session of the office. */
export async function keepSession(client: Client, token: string): Promise<void> {
  const [, value = ""] = /^[^=]+=([^;]*)/.exec(await createCookie("gestion").serialize(token)) ?? [];
  client.cookies.set("gestion", value);
}

/** The path of a new invitation, made in the database as by the command. */
export function invitationIn(shop: RunningShop, { email = newStaffAddress(), role = "owner" as StaffRole } = {}) {
  const token = randomBytes(32).toString("base64url");
  const at = Date.now();
  runIn(
    shop,
    "insert into staff_links values (?, ?, '', ?, null, ?, ?)",
    digest(token),
    email,
    role,
    at,
    at + 3_600_000,
  );
  return { email, path: `/gestion/bienvenue?jeton=${token}` };
}

export const STAFF_PASSWORD = "quatre olives noires de Sig";

/** A person who signs in by password and app, without scripts. */
export interface PasswordStaff {
  client: Client;
  email: string;
  secret: string;
  codes: string[];
  /** The steps of the app's codes that were used. */
  used: number;
}

/** Joins by the link's form, with a password and an app. */
export async function joinByPassword(client: Client, path: string, nom = "Nadia"): Promise<PasswordStaff> {
  const form = formWith((await client.get(path)).text, "secret");
  const secret = form.fields.find(([name]) => name === "secret")?.[1] ?? "";
  const email = form.fields.find(([name]) => name === "username")?.[1] ?? "";
  await steadyStep();
  // Of the step before, so that the one of now is left for signing in.
  const typed = { nom, motDePasse: STAFF_PASSWORD, confirmation: STAFF_PASSWORD, code: appCode(secret, -1) };
  const answer = await submit(client, form, typed, "mot-de-passe");
  if (answer.location !== "/gestion/codes") throw new Error(`Not joined: ${answer.status} ${answer.text}`);
  const { text } = await client.get("/gestion/codes");
  const codes = [...text.matchAll(/<code[^>]*>([a-z2-7-]{29})<\/code>/g)].map(([, code = ""]) => code);
  return { client, email, secret, codes, used: 1 };
}

export async function enter(
  client: Client,
  { email, password = STAFF_PASSWORD, code }: { email: string; password?: string; code: string },
  address = "/gestion/entree",
): Promise<Answer> {
  const form = formWith((await client.get(address)).text, "motDePasse");
  return submit(client, form, { email, motDePasse: password, code });
}
