import * as schemas from "~/api/tolerant-schemas.server";
import { variantWords } from "~/domain/catalogue/size";
import { deliveryModes } from "~/domain/delivery/delivery";
import { amountOf, MAX_LINES, pairsOf } from "~/domain/order/cart";
import { mergeLines, type Order, type WantedLine } from "~/domain/order/order";
import type { OrderChange } from "~/domain/order/order-refusal";
import { digest, newId } from "../local/context";
import { contentHashOf, storableRecipient } from "../local/order-content";
import { orderUnderKey } from "../local/order-queries.server";
import { placedUnderKey, repeatResult } from "../local/place-order.server";
import { changedLines, orderLine, type SoldVariants, soldVariants } from "../local/sold-variants.server";
import { readVariants } from "../local/stock.server";
import type { OrderService, PlaceOrder, PlaceResult } from "../services/orders";
import { ShopUnavailable } from "../shop";
import { withCartOrderLock } from "./cart-order-lock.server";
import type { GuestRequest } from "./guest.server";
import { ApiFailure, PATIENCE } from "./http.server";
import {
  type Agreed,
  changesFromErrors,
  contentFrom,
  itemsOf,
  lineOf,
  type OrderNames,
  orderNamesIn,
  orderRequest,
  productIdsOf,
  type SentItem,
  takenOrder,
  withoutPerson,
} from "./order-wire";
import type { Remote } from "./remote";
import type { SettleByAsking } from "./settle-by-asking.server";
import { type AskedOrder, type Placed, storeOrder } from "./store-order.server";
import { sentIn } from "./unsettled.server";

/** Section 8's text, for the log. */
const NOT_TAKEN = "Erreur lors de la création de la commande";
/** Milliseconds to wait when a busy API names no time. */
const WAIT = 10_000;
/** The status of any success that names no order: the API may answer later what became of it. */
const WITHOUT_NUMBER = 202;
/** Characters of the API's reason that a shopper reads, and of its answer in the log. */
const MOST_READ = 200;
const MOST_LOGGED = 1_000;

/** The normalised request: one line per variant, texts storable, key and content hashed. */
interface PostableOrder extends PlaceOrder {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  keyHash: string;
  contentHash: string;
}

/** Whose order is posted, now or again. */
type Asker = AskedOrder & Pick<PlaceOrder, "recipient" | "address">;

/** The API decides, by its prices, stock and fees. Orders that it has taken are stored here too. */
export function placing(
  { context, sync, courier, requestAsGuest, unsettled }: Remote,
  settleByAsking: SettleByAsking,
): OrderService["place"] {
  const { database, now } = context;
  const { db } = database;
  const { abilities } = sync;
  const requestOrder = async (...args: Parameters<GuestRequest>) => schemas.order.parse(await requestAsGuest(...args));

  return async function place(request: PlaceOrder): Promise<PlaceResult> {
    const recipient = storableRecipient(request.recipient);
    const lines = mergeLines(request.lines);
    const hashes = { keyHash: digest(request.key), contentHash: contentHashOf(request) };
    const wanted = { ...request, ...hashes, recipient, lines, shown: request.lines };
    const earlier = (await placedBefore(wanted)) ?? (await openBefore(wanted));
    if (earlier) return earlier;
    if (lines.length === 0) return { outcome: "changed", changes: [] };
    // Samples cannot be ordered, and no order tries whether an API without keys is back.
    const isBack = sync.state.awaySince === undefined || abilities.honoursKeys;
    if (!(sync.state.hasCatalogue && isBack) && !(await sync.refresh()))
      throw new ShopUnavailable(`${NOT_TAKEN}: the API is away`);
    return wanted.fromCart ? withCartOrderLock(context, wanted, () => placeNow(wanted)) : placeNow(wanted);
  };

  /** The stored result of an earlier post of the same form. */
  async function placedBefore(wanted: PostableOrder): Promise<PlaceResult | undefined> {
    const earlier = await placedUnderKey(db, wanted);
    if (earlier?.outcome !== "placed") return earlier;
    return database.transact((queries) => repeatResult(context, queries, wanted, earlier));
  }

  /** An earlier order of this form or content, of which the API has said nothing. */
  async function openBefore(wanted: PostableOrder): Promise<PlaceResult | undefined> {
    let row = await unsettled.find(wanted);
    // Under a key that the API honours this form can be posted again.
    if (!row || (abilities.honoursKeys && row.key_hash === wanted.keyHash)) return undefined;
    if (row.state === "asked") {
      await unsettled.ended(row, PATIENCE);
      row = await unsettled.find(wanted);
    }
    if (!row || row.state === "taken") return placedBefore(wanted);
    if (abilities.honoursKeys) {
      const { asked, agreed, items } = sentIn(row);
      const result = await postAgain({ ...asked, address: wanted.address }, agreed, items);
      return isOpenOrTaken(result) ? result : undefined;
    }
    // Without cookies every press is another visitor's.
    if (row.visitor !== wanted.visitor) {
      await unsettled.giveTo(row, wanted.visitor);
      row = { ...row, visitor: wanted.visitor };
    }
    if (row.state === "free") return { outcome: "not-taken" };
    return (await settleByAsking(row)) ?? { outcome: "unsettled", reference: row.reference };
  }

  async function placeNow(wanted: PostableOrder): Promise<PlaceResult> {
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
    const recipient = await courier.withPlaceNames(wanted.recipient);
    const agreed = {
      ...newFields(),
      recipient,
      lines: wanted.lines.flatMap((line) =>
        orderLine(line, sold).map((soldLine) => ({ ...soldLine, price: line.price })),
      ),
      shownFee: wanted.shownFee,
    };
    const items = itemsOf(wanted.shown).map((line) => {
      const product = sold.get(line.variantId)?.product;
      const chosen = agreed.lines.find(({ variantId }) => variantId === line.variantId);
      const choice = chosen ? variantWords(chosen) : "";
      return { ...line, productId: product?.id ?? line.variantId, name: product?.name ?? "", choice };
    });
    return post(wanted, agreed, items);
  }

  /**
   * It is stored before, so that a lost answer, or the end of this process, leaves an unsettled
   * order. To an API that honours keys all posts of one form are one order; to any other API one
   * press is one post.
   */
  async function post(wanted: PostableOrder, agreed: Agreed, items: readonly SentItem[]): Promise<PlaceResult> {
    while (!(await unsettled.claim(wanted, agreed, items))) {
      const row = await unsettled.find(wanted);
      if (abilities.honoursKeys && row?.key_hash === wanted.keyHash) return postAgain(wanted, agreed, items);
      const earlier = (await placedBefore(wanted)) ?? (await openBefore(wanted));
      if (earlier) return earlier;
    }
    try {
      return await send(wanted, agreed, items);
    } catch (error) {
      if (error instanceof ApiFailure && (error.isUnsent || error.isFinal || error.isBusy)) {
        await unsettled.release(wanted.keyHash);
        return notTaken(error, wanted, items);
      }
      if (!abilities.honoursKeys || isOpenAnswer(error)) return leftOpen(wanted, error);
      await leave(wanted.keyHash, error);
      return notTaken(error, wanted, items);
    }
  }

  /** Under a key that the API honours: it answers what became of it, or takes it now. */
  async function postAgain(asked: Asker, agreed: Agreed, items: readonly SentItem[]): Promise<PlaceResult> {
    try {
      return await send(asked, agreed, items);
    } catch (error) {
      if (isOpenAnswer(error)) return leftOpen(asked, error);
      const result = await notTaken(error, asked, items);
      if (result.outcome === "refused" && mayBeKeyUsed(error)) return leftOpen(asked, error);
      if (!isOpenOrTaken(result)) await unsettled.release(asked.keyHash);
      return result;
    }
  }

  function leave(keyHash: string, error: unknown) {
    return unsettled.leave(keyHash, `${NOT_TAKEN}: ${error instanceof Error ? error.message : "échec"}`);
  }

  /** The API may have the order: it is looked for, and otherwise waits for the merchant. */
  async function leftOpen(asked: AskedOrder, error: unknown): Promise<PlaceResult> {
    const row = (await leave(asked.keyHash, error)) ?? (await unsettled.find(asked));
    if (!row) throw error;
    const found = row.state === "unsettled" ? await settleByAsking(row) : undefined;
    return found ?? { outcome: "unsettled", reference: row.reference };
  }

  /** Posts the order and stores it. @throws ApiFailure */
  async function send(asked: Asker, agreed: Agreed, items: readonly SentItem[]): Promise<PlaceResult> {
    const received = await requestAsGuest("/api/orders", asked.keyHash, {
      method: "POST",
      body: orderRequest(items, agreed),
      // Its hash is sent: the API does not have to know the key.
      headers: { "Idempotency-Key": asked.keyHash, ...forwarded(asked.address) },
      repeatable: abilities.honoursKeys,
      onHeaders: (headers) => abilities.noteEcho(headers, asked.keyHash),
    });
    const answer = schemas.order.parse(received);
    const names = orderNamesIn(answer);
    if (names) return keep(asked, takenOrder(answer, names.number, agreed), names.id);
    // Some refuse with 200.
    if (schemas.refusal.parse(received).success === false)
      throw new ApiFailure("HTTP 200", { status: 400, body: received });
    throw new ApiFailure("la réponse n'a pas de numéro", { status: WITHOUT_NUMBER });
  }

  /** What a shopper may do about an order that was not taken. */
  function notTaken(error: unknown, asked: Asker, items: readonly SentItem[]): Promise<PlaceResult> | PlaceResult {
    if (error instanceof ApiFailure && error.isBusy)
      return { outcome: "busy", seconds: Math.ceil((error.retryAfter ?? WAIT) / 1000) };
    if (!(error instanceof ApiFailure && error.isFinal)) return sync.failUnavailable(NOT_TAKEN, error);
    return refused(error, asked, items).catch((failure) => sync.failUnavailable(NOT_TAKEN, failure));
  }

  /**
   * Differences that the API cannot know: this shop's cart, its loyalty card, and products never
   * offered. It decides on prices and stock itself.
   * @param all includes prices and stock as they are known here
   */
  async function ownChanges(
    wanted: PostableOrder,
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

  /** A cart has no more lines. */
  function variantsOf(ids: readonly string[]) {
    return readVariants(db, ids.slice(0, MAX_LINES));
  }

  async function productsOf({ lines }: AskedOrder): Promise<string[]> {
    const variants = await variantsOf(lines.map(({ variantId }) => variantId));
    return [...new Set(variants.map((variant) => variant.product_id))];
  }

  /** The changed fee, shown beside other changes, if it is known. */
  async function feeChange({ recipient, shownFee, lines }: PostableOrder, sold: SoldVariants): Promise<OrderChange[]> {
    const soldLines = lines.flatMap((line) => orderLine(line, sold));
    const pairs = pairsOf(soldLines);
    if (!(pairs > 0) || !deliveryModes.includes(recipient.mode)) return [];
    try {
      const fee = (await courier.service.quote(recipient, pairs, amountOf(soldLines)))?.[recipient.mode]?.totalFee;
      if (fee === undefined) return [{ kind: "destination" }];
      return fee === shownFee ? [] : [{ kind: "fee", before: shownFee, now: fee }];
    } catch (error) {
      if (error instanceof ShopUnavailable) return [];
      throw error;
    }
  }

  /** Stores an order that the API has taken, and refreshes its products' stock. */
  async function keep(asked: AskedOrder, order: Order, apiId: string): Promise<Placed> {
    const result = await storeOrder(context, asked, order, apiId);
    void sync.refreshProducts(productIdsOf(order));
    return result;
  }

  async function refused({ status, body }: ApiFailure, asked: Asker, items: readonly SentItem[]): Promise<PlaceResult> {
    const { changes, errors, limited, ...other } = schemas.refusal.parse(body);
    if (status === 409 && limited) return { outcome: "limited" };
    if (status === 409 && changes) {
      // Refreshes what is shown next: else the same request would be refused once more.
      if (changes.some(({ kind }) => kind === "fee" || kind === "destination")) courier.expire();
      await sync.refreshProducts(await productsOf(asked));
      if (changes.length > 0) return { outcome: "changed", changes };
    }
    const names = other.orderNumber ? orderNamesIn(other) : undefined;
    if (status === 409 && names) {
      const placed = await orderUnderKey(db, asked.keyHash);
      return { outcome: "key-used", order: placed?.order ?? (await storeLostOrder(names, asked)) };
    }
    const answer = typeof body === "string" ? body : JSON.stringify(body);
    console.error("Erreur %d: %s", status, lineOf(withoutPerson(answer, asked.recipient), MOST_LOGGED));
    const wrong = changesFromErrors(errors, items);
    if (wrong.length > 0) return { outcome: "changed", changes: wrong };
    // A page of HTML is no sentence.
    const sentence = typeof body === "string" && !body.includes("<") ? body : other.message || other.error;
    return { outcome: "refused", message: lineOf(sentence, MOST_READ) };
  }

  /** Stores an order of the same form whose answer was lost, so that its shopper can read it. */
  async function storeLostOrder(names: OrderNames, asked: AskedOrder): Promise<Order> {
    const answer = await requestOrder(`/api/orders/${encodeURIComponent(names.id)}`, asked.keyHash);
    const { number, id } = orderNamesIn(answer) ?? names;
    const { lines: ordered, recipient, shownFee = answer.fees?.totalFee ?? 0 } = contentFrom(answer);
    const sold = await soldVariants(db, await variantsOf(ordered.map(({ variantId }) => variantId)));
    // Products as shown here; those no longer sold as the API names them.
    const lines = ordered.map((line) => {
      const [known = { ...line, price: 0 }] = orderLine(line, sold);
      return { ...known, price: line.price ?? known.price };
    });
    const named = await courier.withPlaceNames(recipient);
    const order = takenOrder(answer, number, { ...newFields(), recipient: named, lines, shownFee });
    const contentHash = contentHashOf({ lines, recipient });
    // An order without lines cannot be stored; its number is still shown.
    if (lines.length === 0) return order;
    // The cart's current content is not part of that order.
    const result = await keep({ ...asked, lines, contentHash, fromCart: false }, order, id);
    return result.order;
  }

  function newFields() {
    const { insured } = context.settings;
    return { id: newId(context), createdAt: now(), insured };
  }
}

/** For an API that trusts this shop to name the client; a /64 network by its first address. */
const forwarded = (address: string | undefined): Record<string, string> =>
  address ? { "X-Forwarded-For": address.replace("/64", "") } : {};

/** Of an order that was posted again; else it was refused, and never taken. */
const isOpenOrTaken = ({ outcome }: PlaceResult) => ["placed", "key-used", "busy", "unsettled"].includes(outcome);

const isOpenAnswer = (error: unknown) => error instanceof ApiFailure && error.status === WITHOUT_NUMBER;

/** A conflict without changes: the key may have made an order that the API does not name. */
const mayBeKeyUsed = (error: unknown) =>
  error instanceof ApiFailure && error.status === 409 && schemas.refusal.parse(error.body).changes === undefined;

/** Differences that the API does not decide: the order is not posted. */
const isOwn = ({ kind }: OrderChange) => kind !== "price" && kind !== "stock";
