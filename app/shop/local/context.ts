import type { Kysely, Transaction } from "kysely";
import type { Courier } from "~/courier/courier";
import type { Database } from "~/database/connection.server";
import type { Schema } from "~/database/schema";
import type { DeliverySettings } from "~/domain/delivery";
import type { Letterhead } from "~/domain/mails/compose";
import type { OrderBounds } from "~/domain/order-bounds";

/** What the services of the local shop work with. */
export interface Context {
  database: Database;
  /** As it is now: what was read from the courier's API is looked for in the database. */
  courier: CourierNow;
  /** Present when the courier's API is connected. */
  connection: Connection | undefined;
  settings: DeliverySettings;
  /** How much unconfirmed orders may hold, and for how long. */
  bounds: OrderBounds;
  /** Who writes, in every mail. */
  letterhead: Letterhead;
  now: () => Date;
  /** Cryptographically secure. */
  randomBytes: (count: number) => Uint8Array;
  hooks: Hooks;
  /** What checking a password costs, as a power of two. */
  passwordCost: number;
}

/** @param queries of a transaction, which then sees what is true at its moment */
export type CourierNow = (queries?: Queries) => Promise<Courier>;

/** With the courier's API confirmed orders become parcels. */
export interface Connection {
  /** What the courier signs its webhooks with. */
  webhookSecret?: string | undefined;
}

export interface Hooks {
  /** The stock of this product's variants was read for a page. */
  stockRead?: (slug: string) => void;
  // Points inside `orders.place` at which a test runs a rival's purchase, so that a race happens every time. The shop itself never sets
  // them.
  /** The key was looked up and found unused; nothing is locked yet. */
  beforeLocks?: () => Promise<void>;
  /** The variants are locked (SQLite: the database is); nothing is written yet. A rival waits, so do not wait for it. */
  afterLocks?: () => Promise<void>;
}

/** Either the database or a transaction on it. */
export type Queries = Kysely<Schema> | Transaction<Schema>;
