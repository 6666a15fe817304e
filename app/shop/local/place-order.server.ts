import type { Courier } from "~/courier/courier";
import { insertOrderWords } from "~/database/order-search-words.server";
import { insertOnce } from "~/database/rows";
import type { VariantTable } from "~/database/schema/catalogue";
import { type LoyaltyCard, rewardFor } from "~/domain/account/loyalty";
import { type DeliverySettings, deliveryModes, type Fees, MAX_COLLECTED, parcelOf } from "~/domain/delivery/delivery";
import { orderForShop } from "~/domain/mails/office";
import { orderReceived } from "~/domain/mails/orders";
import { type Actor, byShopper } from "~/domain/office/journal";
import { amountOf, MAX_LINES, pairsOf } from "~/domain/order/cart";
import { channelLabels, type OrderChannel } from "~/domain/order/channel";
import { mergeLines, type Order, orderNumber, type Recipient } from "~/domain/order/order";
import type { OrderChange } from "~/domain/order/order-refusal";
import { formatDinars } from "~/domain/values/money";
import type { PlaceOrder, PlaceResult } from "../services/orders";
import { accountIn, lockAccount } from "./account-rows.server";
import { type Context, digest, newId, type Queries } from "./context";
import { quoteFor } from "./courier.server";
import { writeJournal } from "./journal.server";
import { loyaltyCardOf } from "./loyalty.server";
import { checkOrderBounds } from "./open-orders.server";
import { contentHashOf, storableRecipient } from "./order-content";
import { grantAccess, orderUnderKey, shareAccess } from "./order-queries.server";
import { orderLineRows, orderRow, wordSourceOf } from "./order-rows";
import { mailAccount, mailShop } from "./outbox.server";
import { changedLines, orderLine, type ShownLines, type SoldVariants, soldVariants } from "./sold-variants.server";
import { lockVariants, readVariants, takePairs } from "./stock.server";

/** Of 6.5 × 10^11 numbers a second draw is rare; a fifth means broken randomness. */
const NUMBER_ATTEMPTS = 5;

/** Who placed it, and where; a shopper on the shop's own pages by default. */
interface Origin {
  by: Actor;
  channel: OrderChannel | null;
}

const ownPages: Origin = { by: byShopper, channel: null };

/** The normalised request: one line per variant, texts storable, key and content hashed. */
interface StorableOrder extends ShownLines, Pick<PlaceOrder, "recipient" | "shownFee" | "address" | "provenance"> {
  origin: Origin;
  shownReward: number;
  keyHash: string;
  contentHash: string;
}

/**
 * See `OrderService.place` (PE-6, R-1, R-3).
 * @throws ShopUnavailable (translate-errors.ts): the order may exist; post the same key again
 */
export async function place(
  context: Context,
  { key, lines, recipient: typed, ...rest }: Omit<PlaceOrder, "visitor"> & Pick<ShownLines, "visitor">,
  origin = ownPages,
): Promise<PlaceResult> {
  const recipient = storableRecipient(typed);
  const request = {
    shownReward: 0,
    origin,
    ...rest,
    lines: mergeLines(lines),
    shown: lines,
    recipient,
    keyHash: digest(key),
    contentHash: contentHashOf({ lines, recipient }),
  };
  const shortage = await findShortage(context, request);
  if (shortage) return shortage;
  try {
    return await context.database.transact((transaction) => placeUnderLocks(context, transaction, request));
  } catch (error) {
    if (error instanceof TooManyOpen) return { outcome: "limited" };
    throw error;
  }
}

/** Thrown so that nothing is left of an order that is refused, whatever phone it names. */
class TooManyOpen extends Error {}

async function placeUnderLocks(context: Context, queries: Queries, request: StorableOrder): Promise<PlaceResult> {
  // Lock order: account, the visitor's cart, variants by id, open orders, products by id.
  const { visitor, fromCart, origin } = request;
  const account = visitor === undefined ? undefined : await lockAccount(queries, visitor);
  const cart = queries.selectFrom("carts").select("visitor");
  if (visitor !== undefined && fromCart) await cart.where("visitor", "=", visitor).forNoKeyUpdate().execute();
  const variants = await lockVariants(queries, idsOf(request));

  // The same form may have been posted before, or while this one waited.
  const earlier = await placedUnderKey(queries, request);
  if (earlier) return repeatResult(context, queries, request, earlier);

  const { order, changes } = await checkRequest(context, queries, request, { variants, account });
  if (!order || changes.length > 0 || order.lines.length === 0) return { outcome: "changed", changes };

  const bound = await checkOrderBounds(context, queries, {
    phone: order.recipient.phone,
    account,
    address: request.address,
    pairs: pairsOf(order.lines),
    isByStaff: origin.by.kind === "staff",
  });
  if (bound === "limited") throw new TooManyOpen();
  order.reserved = bound === "reserved";

  const rival = await insertOrder(context, queries, request, order, account?.id ?? null);
  if (rival) return repeatResult(context, queries, request, rival);
  await insertOrderWords(queries, [wordSourceOf(order, variants)]);
  if (order.reserved) await takePairs(queries, order.lines);
  await afterPlacing(context, queries, request, order, account);
  if (context.orderLetters) {
    const mail = orderForShop(context.letterhead, order, origin.channel);
    await mailShop(queries, context, { key: order.id, kind: "order-for-shop", mail });
  }
  return { outcome: "placed", order, repeated: false };
}

/**
 * Detects missing stock without locks: most of a crowd that wants the last pairs is answered here
 * and does not delay those who can still order.
 */
async function findShortage(context: Context, request: StorableOrder): Promise<PlaceResult | undefined> {
  const { db } = context.database;
  const variants = await readVariants(db, idsOf(request));
  const stocks = new Map(variants.map(({ id, stock }) => [id, stock]));
  if (request.lines.every(({ variantId, quantity }) => quantity <= (stocks.get(variantId) ?? quantity)))
    return undefined;
  // After reading the stock, since the same form may have taken it.
  if (await placedUnderKey(db, request)) return undefined;
  const account = request.visitor === undefined ? undefined : await accountIn(db, request.visitor);
  const { changes } = await checkRequest(context, db, request, { variants, account });
  return { outcome: "changed", changes };
}

const idsOf = ({ lines }: StorableOrder) => lines.slice(0, MAX_LINES).map(({ variantId }) => variantId);

/** Computes the order and its differences from what was shown; no order: no delivery there. */
async function checkRequest(
  context: Context,
  queries: Queries,
  request: StorableOrder,
  { variants, account }: { variants: readonly VariantTable[]; account: { id: string } | undefined },
): Promise<{ order: Order | undefined; changes: OrderChange[] }> {
  const sold = await soldVariants(queries, variants);
  const courier = await context.courier(queries);
  const changes = await changedLines(queries, request, sold);
  const card = account && request.fromCart ? await loyaltyCardOf(queries, account.id) : { stamps: 0 };
  const order = orderOf(context, courier, request, sold, card);
  const fee = order?.fees.totalFee;
  if (fee === undefined) changes.push({ kind: "destination" });
  // Without pairs, or with an invalid number, there is no fee to compare.
  else if (sold.size > 0 && Number.isFinite(fee) && fee !== request.shownFee)
    changes.push({ kind: "fee", before: request.shownFee, now: fee });
  if (order && sold.size > 0 && order.reward !== request.shownReward)
    changes.push({ kind: "reward", before: request.shownReward, now: order.reward });
  if (order && order.total > MAX_COLLECTED) changes.push({ kind: "ceiling", total: order.total, most: MAX_COLLECTED });
  return { order, changes };
}

/** After storing an order: grants access, empties the cart, mails the account. */
export async function afterPlacing(
  context: Context,
  queries: Queries,
  { visitor, fromCart, lines }: Pick<PlaceOrder, "fromCart" | "lines"> & Pick<ShownLines, "visitor">,
  order: Order,
  account: Parameters<typeof mailAccount>[2] | undefined,
): Promise<void> {
  if (visitor === undefined) return;
  await grantAccess(queries, visitor, order.id, order.createdAt);
  if (fromCart) await emptyCart(queries, { visitor, lines });
  if (!account) return;
  const mail = orderReceived(context.letterhead, order);
  await mailAccount(queries, context, account, { key: order.id, kind: "order-received", mail });
}

/** The result of an earlier post of the same form. */
export async function placedUnderKey(
  queries: Queries,
  request: Pick<StorableOrder, "keyHash" | "contentHash">,
): Promise<PlaceResult | undefined> {
  const existing = await orderUnderKey(queries, request.keyHash);
  if (!existing) return undefined;
  if (existing.contentHash !== request.contentHash) return { outcome: "key-used", order: existing.order };
  return { outcome: "placed", order: existing.order, repeated: true };
}

/** A client with key and content placed the order: it gets access even if its cookie was lost. */
export async function repeatResult(
  context: Context,
  queries: Queries,
  { visitor }: Pick<StorableOrder, "visitor">,
  earlier: PlaceResult,
): Promise<PlaceResult> {
  if (earlier.outcome === "placed" && visitor !== undefined)
    await shareAccess(queries, visitor, earlier.order.id, context.now());
  return earlier;
}

/** Undefined when the parcel cannot be delivered there. */
function orderOf(
  context: Context,
  courier: Courier,
  request: StorableOrder,
  sold: SoldVariants,
  card: LoyaltyCard,
): Order | undefined {
  const lines = request.lines.flatMap((line) => orderLine(line, sold));
  const pairs = pairsOf(lines);
  const subtotal = amountOf(lines);
  const destination = destinationOf(courier, context.settings, request.recipient, pairs, subtotal);
  if (!destination) return undefined;
  const { fees, recipient } = destination;
  const prices = lines.map((line) => line.price);
  const reward = rewardFor(card, prices);
  return {
    id: newId(context),
    number: orderNumber(context.randomBytes(32)),
    status: "pending",
    createdAt: context.now(),
    recipient,
    lines,
    subtotal,
    reward,
    fees,
    total: subtotal - reward + fees.totalFee,
    parcel: parcelOf(pairs),
    settings: { ...context.settings },
    reserved: true,
    ...(request.provenance ? { provenance: request.provenance } : {}),
  };
}

/** Fees and named places; undefined when wilaya, commune, mode and pickup point do not match. */
export function destinationOf(
  courier: Courier,
  settings: DeliverySettings,
  recipient: Recipient,
  pairs: number,
  subtotal: number,
): { fees: Fees; recipient: Order["recipient"] } | undefined {
  const { wilayaId, communeId, mode, pickupPointId } = recipient;
  if (!deliveryModes.includes(mode)) return undefined;
  const fees = quoteFor(courier, settings, { wilayaId, communeId }, pairs, subtotal)?.[mode];
  const wilaya = courier.wilayas().find(({ id }) => id === wilayaId);
  const commune = courier.communes(wilayaId).find(({ id }) => id === communeId);
  if (!fees || !wilaya || !commune) return undefined;
  const named = { ...recipient, wilayaName: wilaya.name, communeName: commune.name };
  if (mode === "home") return { fees, recipient: named };
  const pickupPoint = courier.pickupPoints(communeId).find(({ id }) => id === pickupPointId);
  return (
    pickupPoint && {
      fees,
      recipient: { ...named, pickupPointName: pickupPoint.name, pickupPointAddress: pickupPoint.address },
    }
  );
}

/**
 * Stores the order. Two posts of one key that lock different variants meet only here: the second
 * waits and inserts nothing.
 * @returns the other post's result, if there was one
 */
async function insertOrder(
  context: Context,
  queries: Queries,
  request: StorableOrder,
  order: Order,
  account_id: string | null,
): Promise<PlaceResult | undefined> {
  const { keyHash: key_hash, contentHash: content_hash, origin } = request;
  for (let attempt = 1; attempt <= NUMBER_ATTEMPTS; attempt += 1) {
    const row = { ...orderRow(order), key_hash, content_hash, account_id, to_be_forgotten: 0, channel: origin.channel };
    if (await insertOnce(queries, "orders", row)) {
      await queries.insertInto("order_lines").values(orderLineRows(order)).execute();
      const step = { order_id: order.id, status: order.status, at: order.createdAt.getTime() };
      await queries.insertInto("order_steps").values(step).execute();
      await writeJournal(context, queries, {
        by: origin.by,
        action: "order-placed",
        subject: "order",
        id: order.id,
        name: order.number,
        after: {
          total: formatDinars(order.total),
          ...(origin.channel ? { canal: channelLabels[origin.channel] } : {}),
        },
      });
      return undefined;
    }
    const rival = await placedUnderKey(queries, request);
    if (rival) return rival;
    order.number = orderNumber(context.randomBytes(32));
  }
  throw new Error("No free order number was found.");
}

/** Lines that another tab added stay. */
async function emptyCart(queries: Queries, { visitor, lines }: Pick<PlaceOrder, "visitor" | "lines">): Promise<void> {
  const ids = lines.map((line) => line.variantId);
  await queries.deleteFrom("cart_lines").where("visitor", "=", visitor).where("variant_id", "in", ids).execute();
  await queries.updateTable("carts").set({ draft: null }).where("visitor", "=", visitor).execute();
}
