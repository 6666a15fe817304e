import * as schemas from "~/api/tolerant-schemas.server";
import { MAX_LINES } from "~/domain/cart";
import { deliveryModes } from "~/domain/delivery";
import { mergeLines, type Order, orderContent, type Recipient, type WantedLine } from "~/domain/order";
import { isStorable } from "~/domain/storable";
import { type Context, newId } from "../local/context";
import { grantAccess, orderUnderKey, shareAccess } from "../local/order-queries.server";
import { orderLineRows, orderRow } from "../local/order-rows";
import { afterPlacing } from "../local/place.server";
import { lockAccount } from "../local/row-locks";
import { changedLines, orderLine, type SoldVariants, soldVariants } from "../local/sold-variants.server";
import { digest, storableRecipient } from "../local/text.server";
import type { OrderChange, OrderService, PlaceOrder, PlaceResult } from "../services/orders";
import { ShopUnavailable } from "../shop";
import { withCartOrderLock } from "./cart-order-lock.server";
import type { RemoteCourier } from "./courier.server";
import type { Guest } from "./guest.server";
import { ApiFailure } from "./http.server";
import {
  changesFromErrors,
  contentFrom,
  itemsOf,
  type OrderNames,
  orderNamesIn,
  orderRequest,
  productIdsOf,
  takenOrder,
} from "./order-wire";
import type { Sync } from "./sync.server";

/** Section 8's text, for the log. */
const NOT_TAKEN = "Erreur lors de la création de la commande";
/** Milliseconds to wait when a busy API names no time. */
const WAIT = 10_000;
type Placed = Extract<PlaceResult, { outcome: "placed" }>;

/** The normalised request: one line per variant, texts storable, key and content hashed. */
interface OrderRequest extends PlaceOrder {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  keyHash: string;
  contentHash: string;
}

interface Dependencies {
  context: Context;
  sync: Sync;
  courier: RemoteCourier;
  guest: Guest;
}

/** The API decides, by its prices, stock and fees. Orders that it has taken are stored here too. */
export function placing({ context, sync, courier, guest }: Dependencies): OrderService["place"] {
  const { database, now } = context;
  const { db } = database;
  const { failUnavailable } = guest;
  const requestOrder = async (...args: Parameters<Guest["request"]>) =>
    schemas.order.parse(await guest.request(...args));

  return async function place(request: PlaceOrder): Promise<PlaceResult> {
    const recipient = storableRecipient(request.recipient);
    const lines = mergeLines(request.lines);
    const contentHash = digest(orderContent(lines, recipient));
    const wanted = { ...request, recipient, lines, shown: request.lines, keyHash: digest(request.key), contentHash };
    const earlier = await placedBefore(wanted);
    if (earlier) return earlier;
    if (lines.length === 0) return { outcome: "changed", changes: [] };
    // Samples cannot be ordered: the API's catalogue has to come first.
    if (!sync.state.hasCatalogue && !(await sync.refresh())) throw new ShopUnavailable("The API has not answered yet.");
    return wanted.fromCart ? withCartOrderLock(context, wanted, () => placeNow(wanted)) : placeNow(wanted);
  };

  /** The stored result of an earlier post of the same form. */
  async function placedBefore({ keyHash, contentHash, visitor }: OrderRequest): Promise<PlaceResult | undefined> {
    const known = await orderUnderKey(db, keyHash);
    if (!known) return undefined;
    if (known.contentHash !== contentHash) return { outcome: "key-used", order: known.order };
    await database.transact((queries) => shareAccess(queries, visitor, known.order.id, now()));
    return { outcome: "placed", order: known.order, repeated: true };
  }

  async function placeNow(wanted: OrderRequest): Promise<PlaceResult> {
    let { sold, changes } = await ownChanges(wanted);
    if (changes.length > 0) {
      // The same form may have been posted meanwhile and have emptied the cart.
      const earlier = await placedBefore(wanted);
      if (earlier) return earlier;
      // The products may be outdated here; and the shopper should see all differences at once.
      await sync.refreshProducts(await productsOf(wanted));
      ({ sold, changes } = await ownChanges(wanted, true));
      if (changes.some(isOwn)) return { outcome: "changed", changes: [...changes, ...(await feeChange(wanted, sold))] };
    }
    const recipient = await withPlaceNames(wanted.recipient);
    const agreed = {
      ...newFields(),
      recipient,
      lines: wanted.lines.flatMap((line) => orderLine(line, sold).map((known) => ({ ...known, price: line.price }))),
      shownFee: wanted.shownFee,
    };
    const items = itemsOf(wanted.shown).map((line) => {
      const product = sold.get(line.variantId)?.product;
      return { ...line, productId: product?.id ?? line.variantId, name: product?.name ?? "" };
    });
    try {
      const answer = await requestOrder("/api/orders", wanted.keyHash, {
        method: "POST",
        body: orderRequest(items, recipient, wanted.shownFee, context.settings.insured),
        // The key makes repeated posts one order. Its hash is sent: the API need not know the key.
        headers: { "Idempotency-Key": wanted.keyHash, ...forwarded(wanted.address) },
        repeatable: true,
      });
      const names = orderNamesIn(answer);
      if (names === undefined) throw new ApiFailure("la réponse n'a pas de numéro");
      return await keep(wanted, takenOrder(answer, names.number, agreed), names.id);
    } catch (error) {
      if (error instanceof ApiFailure && error.isBusy)
        return { outcome: "busy", seconds: Math.ceil((error.retryAfter ?? WAIT) / 1000) };
      if (!(error instanceof ApiFailure && error.isFinal)) return failUnavailable(NOT_TAKEN, error);
      return refused(error, wanted, items).catch((failure) => failUnavailable(NOT_TAKEN, failure));
    }
  }

  /**
   * Differences that the API cannot know: this shop's cart, its loyalty card, and products never
   * offered. It decides on prices and stock itself.
   * @param all includes prices and stock as they are known here
   */
  async function ownChanges(
    wanted: OrderRequest,
    all = false,
  ): Promise<{ sold: SoldVariants; changes: OrderChange[] }> {
    const ids = wanted.lines.map(({ variantId }) => variantId);
    const sold = await soldVariants(db, await variantsOf(ids));
    const changes = await changedLines(db, wanted, sold);
    if (!deliveryModes.includes(wanted.recipient.mode)) changes.push({ kind: "destination" });
    const { shownReward = 0 } = wanted;
    if (shownReward > 0) changes.push({ kind: "reward", before: shownReward, now: 0 });
    return { sold, changes: all ? changes : changes.filter(isOwn) };
  }

  async function variantsOf(ids: readonly string[]) {
    // Ids that cannot be stored are unknown; a cart has no more lines.
    const known = ids.filter(isStorable).slice(0, MAX_LINES);
    return known.length === 0 ? [] : db.selectFrom("variants").selectAll().where("id", "in", known).execute();
  }

  async function productsOf({ lines }: OrderRequest): Promise<string[]> {
    const variants = await variantsOf(lines.map(({ variantId }) => variantId));
    return [...new Set(variants.map((variant) => variant.product_id))];
  }

  /** The changed fee, shown beside other changes, if it is known. */
  async function feeChange({ recipient, shownFee, lines }: OrderRequest, sold: SoldVariants): Promise<OrderChange[]> {
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

  /** With this shop's names of places, which may differ from the API's. */
  async function withPlaceNames(recipient: Recipient): Promise<Order["recipient"]> {
    const table = await context.courier();
    const wilaya = table.wilayas().find(({ id }) => id === recipient.wilayaId);
    const commune = table.communes(recipient.wilayaId).find(({ id }) => id === recipient.communeId);
    return { ...recipient, wilayaName: wilaya?.name ?? "", communeName: commune?.name ?? "" };
  }

  /** Stores an order that the API has taken, and refreshes its products' stock. */
  async function keep(
    { visitor, fromCart, lines, keyHash, contentHash }: OrderRequest,
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
    void sync.refreshProducts(productIdsOf(order));
    return result;
  }

  /** Converts a refusal of the API. */
  async function refused(
    { status, body }: ApiFailure,
    wanted: OrderRequest,
    items: readonly (WantedLine & { name: string })[],
  ): Promise<PlaceResult> {
    const { changes, errors, limited, ...other } = schemas.refusal.parse(body);
    if (status === 409 && limited) return { outcome: "limited" };
    if (status === 409 && changes) {
      // Refreshes what is shown next: else the same request would be refused once more.
      if (changes.some(({ kind }) => kind === "fee" || kind === "destination")) courier.expire();
      await sync.refreshProducts(await productsOf(wanted));
      if (changes.length > 0) return { outcome: "changed", changes };
    }
    const names = other.orderNumber ? orderNamesIn(other) : undefined;
    if (status === 409 && names) {
      const known = await orderUnderKey(db, wanted.keyHash);
      return { outcome: "key-used", order: known?.order ?? (await storeLostOrder(names, wanted)) };
    }
    console.error("%s: HTTP %d", NOT_TAKEN, status);
    const wrong = changesFromErrors(errors, items);
    if (wrong.length > 0) return { outcome: "changed", changes: wrong };
    throw new ShopUnavailable(`${NOT_TAKEN} (HTTP ${status})`);
  }

  /** Stores an order of the same form whose answer was lost, so that its shopper can read it. */
  async function storeLostOrder(names: OrderNames, wanted: OrderRequest): Promise<Order> {
    const answer = await requestOrder(`/api/orders/${encodeURIComponent(names.id)}`, wanted.keyHash);
    const { number, id } = orderNamesIn(answer) ?? names;
    const { lines: ordered, recipient, shownFee } = contentFrom(answer);
    const sold = await soldVariants(db, await variantsOf(ordered.map(({ variantId }) => variantId)));
    // Products as shown here; those no longer sold as the API names them.
    const lines = ordered.map((line) => {
      const [known = line] = orderLine(line, sold);
      return { ...known, price: line.price };
    });
    const named = await withPlaceNames(recipient);
    const order = takenOrder(answer, number, { ...newFields(), recipient: named, lines, shownFee });
    const contentHash = digest(orderContent(lines, recipient));
    // An order without lines cannot be stored; its number is still shown.
    if (lines.length === 0) return order;
    // The cart's current content is not part of that order.
    const kept = await keep({ ...wanted, lines, contentHash, fromCart: false }, order, id);
    return kept.order;
  }

  function newFields() {
    const { insured } = context.settings;
    return { id: newId(context), createdAt: now(), insured };
  }
}

/** For an API that trusts this shop to name the client; a /64 network by its first address. */
const forwarded = (address: string | undefined): Record<string, string> =>
  address ? { "X-Forwarded-For": address.replace("/64", "") } : {};

/** Differences that the API does not decide: the order is not posted. */
const isOwn = ({ kind }: OrderChange) => kind !== "price" && kind !== "stock";
