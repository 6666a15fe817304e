import { createHash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Courier } from "~/courier/courier";
import type { Database } from "~/database/connection.server";
import type { Schema } from "~/database/schema";
import type { DeliverySettings } from "~/domain/delivery/delivery";
import type { Letterhead } from "~/domain/mails/compose";
import type { OrderBounds } from "~/domain/order/order-bounds";
import type { ShopUnavailable } from "../shop";

/** What the services of the local shop work with. */
export interface Context {
  database: Database;
  /** Returns the courier with the data in use now. */
  courier: CourierNow;
  /** Present when the courier's API is connected. */
  connection: Connection | undefined;
  settings: DeliverySettings;
  /** How much unconfirmed orders may hold, and for how long. */
  bounds: OrderBounds;
  /** The sender, for every mail. */
  letterhead: Letterhead;
  /** Whether each order is mailed to the shop's inbox. */
  orderLetters: boolean;
  now: () => Date;
  /** The same, in milliseconds since 1970. */
  nowMs: () => number;
  /** Cryptographically secure: order numbers are drawn from it. */
  randomBytes: (count: number) => Uint8Array;
  hooks: Hooks;
  /** Cost of hashing a password, as a power of two. */
  passwordCost: number;
}

/** @param queries of a transaction that reads the data in use */
export type CourierNow = (queries?: Queries) => Promise<Courier>;

/** The courier's API; with it confirmed orders become parcels. */
interface Connection {
  /** Key of the webhooks' signatures. */
  webhookSecret?: string | undefined;
}

interface Hooks {
  /** Called when a service fails for a reason that may pass. */
  unavailable?: (failure: ShopUnavailable) => void;
  /** Called when a page reads the stock of this product's variants. */
  stockRead?: (slug: string) => void;
}

type Randomness = Pick<Context, "randomBytes">;

/** A secret that nobody guesses, for a cookie or a mailed link. */
export const newToken = ({ randomBytes }: Randomness) => Buffer.from(randomBytes(32)).toString("base64url");

/** The identifier of a row. */
export const newId = ({ randomBytes }: Randomness) => Buffer.from(randomBytes(16)).toString("hex");

/** SHA-256 in base64url: makes any text storable and searchable. */
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The database or a transaction on it. */
export type Queries = Kysely<Schema> | Transaction<Schema>;
