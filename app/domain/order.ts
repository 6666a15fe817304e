import type { Color, Picture } from "./catalogue";
import { type DeliveryMode, type DeliverySettings, type Fees, frenchModes, type Parcel } from "./delivery";
import type { Sized } from "./size";

/** An order from form to doorstep (sections 3, 4, 5; decisions 009, 029, 035, 040). */

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

/** From which status an order may come into which. Stock returns with `cancelled` and `returned`. */
export const statusSteps: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["confirmed", "cancelled"],
  confirmed: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: [],
  cancelled: [],
};

const usualPath = ["pending", "confirmed", "shipped", "delivered"] as const;

/** The way of an order from here on, or, of one that ended otherwise, as far as it went. @param reached statuses it has been in */
export function orderPath(status: OrderStatus, reached: readonly OrderStatus[]): OrderStatus[] {
  if (status !== "cancelled" && status !== "returned") return [...usualPath];
  return [...usualPath.filter((step) => reached.includes(step)), status];
}

/** Who receives the parcel, and where; what the delivery form yields once it is valid. */
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
  notes: string;
}

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
  /** What shopper and shop call it: `K7MQ-4TXP`, or whatever another shop's API calls it: `N-77`. */
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
  /** Goods, what is taken off for the seventh pair, delivery, and what remains: what the courier collects. Dinars. */
  subtotal: number;
  reward: number;
  fees: Fees;
  total: number;
  parcel: Parcel;
  /** The shop's settings when the order was placed. */
  settings: DeliverySettings;
  /** Whether its pairs were taken from stock; those of an unusually large order are, once it is confirmed. */
  reserved: boolean;
  /** Of one that was cancelled because nobody had confirmed it for so many days (decision 031). */
  lapsedDays?: number;
}

/** A line as the shopper saw it when pressing the button. */
export interface WantedLine {
  variantId: string;
  quantity: number;
  /** Dinars for one pair, as shown. */
  price: number;
}

/** Letters and digits that nobody mistakes for each other on a bad line: no 0 O 1 I L U. */
const NUMBER_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * @param random at least 16 random bytes
 * @returns eight characters in two groups, about 39 bits: readable, and not to be guessed from another
 */
export function orderNumber(random: Uint8Array): string {
  let text = "";
  for (const byte of random) {
    // Bytes above the largest multiple of 30 are passed over, so that every character is equally likely.
    if (byte >= 240) continue;
    text += NUMBER_ALPHABET[byte % 30];
    if (text.length === 8) return `${text.slice(0, 4)}-${text.slice(4)}`;
  }
  throw new RangeError("Not enough random bytes for an order number.");
}

/** A number of this shop's as typed (case, spaces, missing dash) in the one spelling that is stored; undefined when it can be none. */
export function normaliseOrderNumber(typed: string): string | undefined {
  const bare = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return new RegExp(`^[${NUMBER_ALPHABET}]{8}$`).test(bare) ? `${bare.slice(0, 4)}-${bare.slice(4)}` : undefined;
}

/**
 * What all spellings of an order's number have in common, whoever gave it: its letters and digits, in capitals. Two numbers of an
 * API may share it.
 */
export function orderNumberKey(typed: string): string {
  const key = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key || typed.replace(/[\s\p{C}]/gu, "");
}

/** The address of an order's page, whatever characters its number has. */
export const orderPage = (number: string) => `/commande/${encodeURIComponent(number)}`;

/** The same in the account that it belongs to. */
export const accountOrderPage = (number: string) => `/account/orders/${encodeURIComponent(number)}`;

/**
 * The text that two submits of one form share when they ask for the same thing (PE-6). Lines are merged by variant and
 * sorted, so that two lines of one variant ask for their sum.
 */
export function orderContent(lines: readonly WantedLine[], recipient: Recipient): string {
  const sorted = mergeLines(lines).map((line) => [line.variantId, line.quantity]);
  const { lastName, firstName, phone, wilayaId, communeId, mode, pickupPointId, address, notes } = recipient;
  return JSON.stringify([
    sorted,
    lastName,
    firstName,
    phone,
    wilayaId,
    communeId,
    frenchModes[mode],
    pickupPointId ?? null,
    address,
    notes,
  ]);
}

/** Lines of one variant as one, in the order of variant ids: the order in which rows are locked, the same for everybody. */
export function mergeLines(lines: readonly WantedLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const line of lines) {
    const known = merged.get(line.variantId);
    merged.set(line.variantId, known ? { ...known, quantity: known.quantity + line.quantity } : { ...line });
  }
  return [...merged.values()].sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}
