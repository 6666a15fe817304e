import * as told from "~/api/tolerant-schemas.server";
import { MAX_LINES } from "~/domain/cart";
import { deliveryModes } from "~/domain/delivery";
import { mergeLines, type Order, orderContent, type Recipient, type WantedLine } from "~/domain/order";
import type { Context } from "../local/context";
import { grantAccess, orderUnderKey } from "../local/order-queries.server";
import { orderLineRows, orderRow } from "../local/order-rows";
import { afterPlacing } from "../local/place.server";
import { lockAccount } from "../local/row-locks";
import { changedLines, orderLine, type SoldVariants, soldVariants } from "../local/sold-variants.server";
import { digest, isStorable, storableRecipient } from "../local/text.server";
import type { OrderChange, OrderService, PlaceOrder, PlaceResult } from "../services/orders";
import { ShopUnavailable } from "../shop";
import { withCartOrderLock } from "./cart-order-lock.server";
import type { RemoteCourier } from "./courier.server";
import type { Guest } from "./guest.server";
import { ApiFailure } from "./http.server";
import {
  type Called,
  calledIn,
  changesFromErrors,
  contentFrom,
  itemsOf,
  orderRequest,
  productsIn,
  takenOrder,
} from "./order-wire";
import type { Sync } from "./sync.server";

/** Section 8's, for the log. */
const NOT_TAKEN = "Erreur lors de la création de la commande";
/** Where it does not say when to come again, in milliseconds. */
const WAIT = 10_000;
type Placed = Extract<PlaceResult, { outcome: "placed" }>;

/** A request as it is worked on: lines of one variant added up, texts storable, key and content as fingerprints. */
interface Wanted extends PlaceOrder {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  keyHash: string;
  contentHash: string;
}

interface Given {
  context: Context;
  sync: Sync;
  courier: RemoteCourier;
  guest: Guest;
}

/** The API knows prices, stock and fees, and decides. What it has taken is written down here as well. */
export function placing({ context, sync, courier, guest }: Given): OrderService["place"] {
  const { database, now } = context;
  const { db } = database;
  const { away } = guest;
  const askOrder = async (...asked: Parameters<Guest["ask"]>) => told.order.parse(await guest.ask(...asked));

  return async function place(request: PlaceOrder): Promise<PlaceResult> {
    const recipient = storableRecipient(request.recipient);
    const lines = mergeLines(request.lines);
    const contentHash = digest(orderContent(lines, recipient));
    const wanted = { ...request, recipient, lines, shown: request.lines, keyHash: digest(request.key), contentHash };
    const again = await placedBefore(wanted);
    if (again) return again;
    if (lines.length === 0) return { outcome: "changed", changes: [] };
    // Nobody orders samples: what there is to order is the API's to tell first.
    if (!sync.state.hasCatalogue && !(await sync.refresh())) throw new ShopUnavailable("The API has not answered yet.");
    return wanted.fromCart ? withCartOrderLock(context, wanted, () => placeNow(wanted)) : placeNow(wanted);
  };

  /** What an earlier post of the same form made, as far as it is written down here. */
  async function placedBefore({ keyHash, contentHash, visitor }: Wanted): Promise<PlaceResult | undefined> {
    const known = await orderUnderKey(db, keyHash);
    if (!known) return undefined;
    if (known.contentHash !== contentHash) return { outcome: "key-used", order: known.order };
    await database.transact((queries) => grantAccess(queries, visitor, known.order.id, now()));
    return { outcome: "placed", order: known.order, repeated: true };
  }

  async function placeNow(wanted: Wanted): Promise<PlaceResult> {
    let { sold, changes } = await ownChanges(wanted);
    if (changes.length > 0) {
      // The same form may have been first, and have emptied the cart.
      const again = await placedBefore(wanted);
      if (again) return again;
      // What is not sold here may be sold by now; and whoever decides anew decides once, about everything.
      await sync.refreshProducts(await productsOf(wanted));
      ({ sold, changes } = await ownChanges(wanted, true));
      if (changes.some(isOwn)) return { outcome: "changed", changes: [...changes, ...(await feeChange(wanted, sold))] };
    }
    const recipient = await named(wanted.recipient);
    const agreed = {
      ...freshly(),
      recipient,
      lines: wanted.lines.flatMap((line) => orderLine(line, sold).map((one) => ({ ...one, price: line.price }))),
      shownFee: wanted.shownFee,
    };
    const items = itemsOf(wanted.shown).map((line) => {
      const product = sold.get(line.variantId)?.product;
      return { ...line, productId: product?.id ?? line.variantId, name: product?.name ?? "" };
    });
    try {
      const answer = await askOrder("/api/orders", wanted.keyHash, {
        method: "POST",
        body: orderRequest(items, recipient, wanted.shownFee, context.settings.insured),
        // The key makes it one order, however often it is sent. It travels as its fingerprint: nobody but this shop has to know it.
        headers: { "Idempotency-Key": wanted.keyHash, ...forwarded(wanted.address) },
        repeatable: true,
      });
      const called = calledIn(answer);
      if (called === undefined) throw new ApiFailure("la réponse n'a pas de numéro");
      return await keep(wanted, takenOrder(answer, called.number, agreed), called.id);
    } catch (error) {
      if (error instanceof ApiFailure && error.isBusy)
        return { outcome: "busy", seconds: Math.ceil((error.retryAfter ?? WAIT) / 1000) };
      if (!(error instanceof ApiFailure && error.isFinal)) return away(NOT_TAKEN, error);
      return refused(error, wanted, items).catch((failure) => away(NOT_TAKEN, failure));
    }
  }

  /**
   * What the API does not know (what is in this shop's cart, and that its card is of no use there), and what this shop never offered.
   * Of prices and stock the API has the say.
   * @param all the latter as well, as they are known here
   */
  async function ownChanges(wanted: Wanted, all = false): Promise<{ sold: SoldVariants; changes: OrderChange[] }> {
    const ids = wanted.lines.map(({ variantId }) => variantId);
    const sold = await soldVariants(db, await variantsOf(ids));
    const changes = await changedLines(db, wanted, sold);
    if (!deliveryModes.includes(wanted.recipient.mode)) changes.push({ kind: "destination" });
    const { shownReward = 0 } = wanted;
    if (shownReward > 0) changes.push({ kind: "reward", before: shownReward, now: 0 });
    return { sold, changes: all ? changes : changes.filter(isOwn) };
  }

  async function variantsOf(ids: readonly string[]) {
    // What cannot be stored is not there; and nobody has more lines than a cart.
    const known = ids.filter(isStorable).slice(0, MAX_LINES);
    return known.length === 0 ? [] : db.selectFrom("variants").selectAll().where("id", "in", known).execute();
  }

  async function productsOf({ lines }: Wanted): Promise<string[]> {
    const variants = await variantsOf(lines.map(({ variantId }) => variantId));
    return [...new Set(variants.map((variant) => variant.product_id))];
  }

  /** Told beside other changes, as far as it is known. */
  async function feeChange({ recipient, shownFee, lines }: Wanted, sold: SoldVariants): Promise<OrderChange[]> {
    const soldLines = lines.flatMap((line) => orderLine(line, sold));
    const pairs = soldLines.reduce((sum, { quantity }) => sum + quantity, 0);
    const value = soldLines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    if (!(pairs > 0) || !deliveryModes.includes(recipient.mode)) return [];
    try {
      const fee = (await courier.service.quote(recipient, pairs, value))?.[recipient.mode]?.totalFee;
      if (fee === undefined) return [{ kind: "destination" }];
      return fee === shownFee ? [] : [{ kind: "fee", before: shownFee, now: fee }];
    } catch (error) {
      if (error instanceof ShopUnavailable) return [];
      throw error;
    }
  }

  /** As places are called here; the API may call them otherwise. */
  async function named(recipient: Recipient): Promise<Order["recipient"]> {
    const table = await context.courier();
    const wilaya = table.wilayas().find(({ id }) => id === recipient.wilayaId);
    const commune = table.communes(recipient.wilayaId).find(({ id }) => id === recipient.communeId);
    return { ...recipient, wilayaName: wilaya?.name ?? "", communeName: commune?.name ?? "" };
  }

  /** Writes down what the API has taken; the stock here follows the API's. */
  async function keep(
    { visitor, fromCart, lines, keyHash, contentHash }: Wanted,
    order: Order,
    apiId: string,
  ): Promise<Placed> {
    const result = await database.transact(async (queries): Promise<Placed> => {
      const account = await lockAccount(queries, visitor);
      const { numInsertedOrUpdatedRows } = await queries
        .insertInto("orders")
        .values({
          ...orderRow(order),
          api_id: apiId === order.number ? null : apiId,
          key_hash: keyHash,
          content_hash: contentHash,
          account_id: account?.id ?? null,
          to_be_forgotten: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) {
        const first = await orderUnderKey(queries, keyHash);
        if (!first) throw new Error("The API gave an order's number twice.");
        await grantAccess(queries, visitor, first.order.id, now());
        return { outcome: "placed", order: first.order, repeated: true };
      }
      await queries.insertInto("order_lines").values(orderLineRows(order)).execute();
      const step = { order_id: order.id, status: order.status, at: order.createdAt.getTime() };
      await queries.insertInto("order_steps").values(step).execute();
      await afterPlacing(context, queries, { visitor, fromCart, lines }, order, account);
      return { outcome: "placed", order, repeated: false };
    });
    void sync.refreshProducts(productsIn(order));
    return result;
  }

  /** The API has looked, and takes no order: it says why. */
  async function refused(
    { status, body }: ApiFailure,
    wanted: Wanted,
    items: readonly (WantedLine & { name: string })[],
  ): Promise<PlaceResult> {
    const { changes, errors, limited, ...other } = told.refusal.parse(body);
    if (status === 409 && limited) return { outcome: "limited" };
    if (status === 409 && changes) {
      // Whatever is shown next is as the API has it: else the same would be refused again.
      if (changes.some(({ kind }) => kind === "fee" || kind === "destination")) courier.doubt();
      await sync.refreshProducts(await productsOf(wanted));
      if (changes.length > 0) return { outcome: "changed", changes };
    }
    const called = other.orderNumber ? calledIn(other) : undefined;
    if (status === 409 && called) {
      const known = await orderUnderKey(db, wanted.keyHash);
      return { outcome: "key-used", order: known?.order ?? (await unheard(called, wanted)) };
    }
    console.error("%s: HTTP %d", NOT_TAKEN, status);
    const wrong = changesFromErrors(errors, items);
    if (wrong.length > 0) return { outcome: "changed", changes: wrong };
    throw new ShopUnavailable(`${NOT_TAKEN} (HTTP ${status})`);
  }

  /** An order of the same form, whose answer was lost: from now on whoever sent the form can read it. */
  async function unheard(called: Called, wanted: Wanted): Promise<Order> {
    const answer = await askOrder(`/api/orders/${encodeURIComponent(called.id)}`, wanted.keyHash);
    const { number, id } = calledIn(answer) ?? called;
    const { lines: ordered, recipient, shownFee } = contentFrom(answer);
    const sold = await soldVariants(db, await variantsOf(ordered.map(({ variantId }) => variantId)));
    // As its products are shown here; what is no longer sold, as the API calls it.
    const lines = ordered.map((line) => {
      const [known = line] = orderLine(line, sold);
      return { ...known, price: line.price };
    });
    const order = takenOrder(answer, number, { ...freshly(), recipient: await named(recipient), lines, shownFee });
    const contentHash = digest(orderContent(lines, recipient));
    // What says nothing of its content cannot be written down; its number is told all the same.
    if (lines.length === 0) return order;
    // What is in the cart by now was never ordered.
    const kept = await keep({ ...wanted, lines, contentHash, fromCart: false }, order, id);
    return kept.order;
  }

  function freshly() {
    const { insured } = context.settings;
    return { id: Buffer.from(context.randomBytes(16)).toString("hex"), createdAt: now(), insured };
  }
}

/** For an API that trusts this shop to say for whom it asks; of a network its first address. */
const forwarded = (address: string | undefined): Record<string, string> =>
  address ? { "X-Forwarded-For": address.replace("/64", "") } : {};

/** Not the API's to say: it is not even asked. */
const isOwn = ({ kind }: OrderChange) => kind !== "price" && kind !== "stock";
