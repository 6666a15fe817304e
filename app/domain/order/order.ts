import type { Color, Picture } from "../catalogue/catalogue";
import type { Sized } from "../catalogue/size";
import { type DeliveryMode, type DeliverySettings, type Fees, frenchModes, type Parcel } from "../delivery/delivery";
import { normalised } from "../values/clean-text";
import type { Provenance } from "./provenance";

/** Orders (sections 3, 4, 5; decisions 009, 029, 035, 040). */

/**
 * One more also needs a migration of the constraint `orders_status`, and each place that compares
 * with one: types tell of the tables only.
 */
export const orderStatuses = ["pending", "confirmed", "shipped", "delivered", "returned", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const statusLabels: Record<OrderStatus, string> = {
  pending: "En attente",
  confirmed: "Confirmée",
  shipped: "Expédiée",
  delivered: "Livrée",
  returned: "Retournée",
  cancelled: "Annulée",
};

/** When an order came into a status. */
export interface OrderStep {
  status: OrderStatus;
  at: Date;
}

/** The statuses that may follow each one. Stock returns with `cancelled` and `returned`. */
export const statusSteps: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: [],
  cancelled: [],
};

/** What becomes, by hand, of an order that had ended while the courier has its parcel. */
export const heldSteps: readonly OrderStatus[] = ["delivered", "returned"];

/** The statuses that may follow. @param holdsPairs whether the parcel does of one that had ended */
export const nextSteps = (status: OrderStatus, holdsPairs: boolean): readonly OrderStatus[] =>
  holdsPairs ? heldSteps.filter((step) => step !== status) : statusSteps[status];

/** Of an order whose parcel is to come: it needs its recipient, and its total is to be paid. */
export const openStatuses: readonly OrderStatus[] = ["pending", "confirmed", "shipped"];
export const isOwed = (status: OrderStatus): boolean => openStatuses.includes(status);
export const endedStatuses = orderStatuses.filter((status) => !isOwed(status));

const usualPath = ["pending", "confirmed", "shipped", "delivered"] as const;

/** The usual path, or, for a cancelled or returned order, the statuses that it reached. */
export function orderPath(status: OrderStatus, reached: readonly OrderStatus[]): OrderStatus[] {
  if (status !== "cancelled" && status !== "returned") return [...usualPath];
  return [...usualPath.filter((step) => reached.includes(step)), status];
}

/** The statuses that an order with this one may have reached, this one included. */
export function pathTo(status: OrderStatus): OrderStatus[] {
  const path = orderPath(status, usualPath);
  return path.slice(0, path.indexOf(status) + 1);
}

/** Who receives the parcel, and where: the value of a valid delivery form. */
export interface Recipient {
  lastName: string;
  firstName: string;
  /** Normalised: `0550123456`. */
  phone: string;
  wilayaId: number;
  communeId: number;
  mode: DeliveryMode;
  /** Present when and only when `mode` is "pickup". */
  pickupPointId?: number;
  /** To the door it is required; at a pickup point it may be empty. */
  address: string;
  /** The shopper's remark; what staff note of an order is in `order_notes`. */
  notes: string;
}

const recipientKeys: Record<keyof Recipient, true> = {
  ...{ lastName: true, firstName: true, phone: true, wilayaId: true, communeId: true },
  ...{ mode: true, pickupPointId: true, address: true, notes: true },
};
/** All that it has, of which types tell, in the order of `orderContent`. */
export const recipientFields = Object.keys(recipientKeys) as (keyof Recipient)[];

/** What a shopper corrects of a pending order, by its form's names; nothing changes the fee. */
export const corrected = { telephone: "phone", adresse: "address", remarque: "notes" } as const;
type TypedCorrection = Record<keyof typeof corrected, string>;
export type Correction = Pick<Recipient, (typeof corrected)[keyof TypedCorrection]>;

const names = () => Object.entries(corrected) as [keyof TypedCorrection, keyof Correction][];

/** As the form has it. */
export const typedCorrection = (of: Correction) =>
  Object.fromEntries(names().map(([field, name]) => [field, of[name]])) as TypedCorrection;

export const correctionFrom = (typed: TypedCorrection) =>
  Object.fromEntries(names().map(([field, name]) => [name, typed[field]])) as Correction;

/** Whether nobody corrected it meanwhile; an address is of its commune. */
export const isAsSeen = (now: Recipient, seen: Recipient): boolean =>
  now.communeId === seen.communeId && names().every(([, name]) => now[name] === seen[name]);

export interface OrderLine extends Sized {
  variantId: string;
  productId: string;
  productSlug: string;
  name: string;
  color: Color;
  picture?: Picture;
  quantity: number;
  price: number;
}

export interface Order {
  id: string;
  /** As shoppers read it: `K7MQ-4TXP`, or `N-77` when another shop's API gave it. */
  number: string;
  status: OrderStatus;
  createdAt: Date;
  recipient: Recipient & {
    wilayaName: string;
    communeName: string;
    pickupPointName?: string;
    pickupPointAddress?: string;
  };
  lines: OrderLine[];
  /**
   * Dinars: products before the loyalty reward (without it in the column), that reward, delivery,
   * and the total that the courier collects.
   */
  subtotal: number;
  reward: number;
  fees: Fees;
  total: number;
  parcel: Parcel;
  /** The shop's settings when the order was placed. */
  settings: DeliverySettings;
  /** Whether its pairs are taken from stock; an unusually large order takes them once confirmed. */
  reserved: boolean;
  /** The days after which it was cancelled because nobody confirmed it (decision 031). */
  lapsedDays?: number;
  /** Where the visit came from that led to it, where that is known. */
  provenance?: Provenance;
}

/** A line as the shopper saw it when pressing the button. */
export interface WantedLine {
  variantId: string;
  quantity: number;
  /** Dinars for one pair, as shown. */
  price: number;
}

/** Characters that nobody mistakes for each other on the phone: no 0 O 1 I L U. */
const NUMBER_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** @returns eight characters, about 39 bits, from 16 random bytes or more: not to be guessed */
export function orderNumber(random: Uint8Array): string {
  let text = "";
  for (const byte of random) {
    // Larger bytes are skipped, so that every character is equally likely.
    if (byte >= 240) continue;
    text += NUMBER_ALPHABET[byte % 30];
    if (text.length === 8) return `${text.slice(0, 4)}-${text.slice(4)}`;
  }
  throw new RangeError("Not enough random bytes for an order number.");
}

/** A typed number of this shop in the spelling that is stored; undefined when it cannot be one. */
export function normaliseOrderNumber(typed: string): string | undefined {
  // As titles and mails have it: 'Commande n° K7MQ-4TXP', on some keyboards with another sign.
  const bare = typed
    .trim()
    .toUpperCase()
    .replace(/^(?:COMMANDE )?N(?:[°\u00ba]|O\s)/, "")
    .replace(/[^0-9A-Z]/g, "");
  return new RegExp(`^[${NUMBER_ALPHABET}]{8}$`).test(bare) ? `${bare.slice(0, 4)}-${bare.slice(4)}` : undefined;
}

/** Any shop's number as capital letters and digits; two numbers of an API may have the same key. */
export function orderNumberKey(typed: string): string {
  const number = typed.slice(0, LONGEST_NUMBER);
  const key = normalised(number, "NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key || number.replace(/[\s\p{C}]/gu, "");
}

/** Characters; some letters become 18 when they are normalised. */
const LONGEST_NUMBER = 200;

/** The address of an order's page; its number may have any characters. */
export const orderPage = (number: string) => `/commande/${encodeURIComponent(number)}`;

/** The page of an order of which the API has said nothing, by its reference. */
export const unsettledPage = (reference: string) => `/verification/${reference}`;

/** The same page in the account that the order belongs to. */
export const accountOrderPage = (number: string) => `/account/orders/${encodeURIComponent(number)}`;

/** Equal for submits that order the same, however the pairs are split into lines. */
export function orderContent(lines: readonly WantedLine[], recipient: Recipient): string {
  const sorted = mergeLines(lines).map((line) => [line.variantId, line.quantity]);
  const known = { ...recipient, mode: frenchModes[recipient.mode] };
  return JSON.stringify([sorted, ...recipientFields.map((field) => known[field])]);
}

/** One line a variant, sorted by variant id, which is the order in which rows are locked. */
export function mergeLines(lines: readonly WantedLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const line of lines) {
    const before = merged.get(line.variantId);
    merged.set(line.variantId, before ? { ...before, quantity: before.quantity + line.quantity } : { ...line });
  }
  return [...merged.values()].sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}
