import { createHmac } from "node:crypto";
import { fields, numberIn, records, text } from "~/domain/content-values";
import { defaultDeliverySettings } from "~/domain/delivery";
import { orderReceived } from "~/domain/mails";
import { mergeLines, type Order, type OrderStatus, orderContent, orderStatuses, type Recipient } from "~/domain/order";
import { colorOf, pictureFor, sizeOf } from "../local/cards";
import type { Context, Queries } from "../local/context";
import { lockAccount } from "../local/locked";
import { grantAccess, orderUnderKey } from "../local/order-queries.server";
import { orderLineRows, orderRow } from "../local/order-rows";
import { queueMail } from "../local/outbox.server";
import { digest, storableRecipient } from "../local/text.server";
import { type OrderChange, type OrderDesk, type PlaceOrder, type PlaceResult, ShopUnavailable } from "../shop";
import { type Api, ApiFailure, type Ask } from "./http.server";
import { feesFrom } from "./read";
import type { Sync } from "./sync.server";

/** Section 8's, for the log. */
const NOT_TAKEN = "Erreur lors de la création de la commande";
type Placed = Extract<PlaceResult, { outcome: "placed" }>;

/** How long a status counts as the API's latest word, in milliseconds. */
const STATUS_KEPT = 30_000;

/**
 * Orders are the API's: it knows prices, stock and fees, and decides. What it has taken is written down here as well, so that who
 * ordered finds the order by cookie, account, or number and phone, also while the API is away. For each order this shop is a
 * guest of its own there, by a token that is made of the form's key and kept nowhere.
 */
export function remoteOrders(context: Context, local: OrderDesk, api: Api, sync: Sync, secret: string): OrderDesk {
  const { database, now } = context;
  const { db } = database;
  const asked = new Map<string, number>();

  const tokenOf = (keyHash: string) =>
    `guest-${createHmac("sha256", secret).update(`order of the API ${keyHash}`).digest("base64url")}`;

  async function ask(path: string, keyHash: string, rest: Ask = {}): Promise<unknown> {
    const headers = { Authorization: `Bearer ${tokenOf(keyHash)}`, ...rest.headers };
    try {
      const answer = await api.ask(path, { ...rest, headers });
      sync.note();
      return answer;
    } catch (error) {
      if (error instanceof ApiFailure) sync.note(error);
      throw error;
    }
  }

  /** @throws ShopUnavailable instead of what is not an answer */
  function away(problem: string, error: unknown): never {
    if (!(error instanceof ApiFailure)) throw error;
    sync.note(error);
    console.error("%s: %s", problem, error.message);
    throw new ShopUnavailable(`${problem}: ${error.message}`, { cause: error });
  }

  async function place(request: PlaceOrder): Promise<PlaceResult> {
    const recipient = storableRecipient(request.recipient);
    const lines = mergeLines(request.lines);
    const keyHash = digest(request.key);
    const contentHash = digest(orderContent(lines, recipient));
    const known = await orderUnderKey(db, keyHash);
    if (known) return again(known, contentHash, request);
    const changes = await ownChanges(request, lines);
    if (changes.length > 0) return { outcome: "changed", changes };
    const wanted = { ...request, recipient, lines };
    try {
      const answer = await ask("/api/orders", keyHash, {
        method: "POST",
        body: await orderRequest(wanted),
        headers: { "Idempotency-Key": request.key },
        // The key makes it one order, however often it is sent.
        repeatable: true,
      });
      const number = text(fields(answer).orderNumber) || text(fields(answer).id);
      // Section 8: without an id there is no order that anybody could find again.
      if (!number) throw new ApiFailure("la réponse n'a pas de numéro");
      return await keep(wanted, keyHash, contentHash, { ...fields(answer), number });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.isFinal)) return away(NOT_TAKEN, error);
      try {
        return await refused(error, wanted, keyHash);
      } catch (failure) {
        return away(NOT_TAKEN, failure);
      }
    }
  }

  /** What the API does not know: what is in this shop's cart, and that its card is of no use there. */
  async function ownChanges({ fromCart, visitor, shownReward = 0 }: PlaceOrder, lines: PlaceOrder["lines"]) {
    const changes: OrderChange[] = [];
    if (fromCart) {
      const rows = await db.selectFrom("cart_lines").selectAll().where("visitor", "=", visitor).execute();
      for (const { variantId, quantity } of lines) {
        const now = rows.find((row) => row.variant_id === variantId)?.quantity ?? 0;
        const name = (await goodsOf([variantId])).get(variantId)?.name ?? "";
        if (now !== quantity) changes.push({ kind: "quantity", variantId, name, before: quantity, now });
      }
    }
    if (shownReward > 0) changes.push({ kind: "reward", before: shownReward, now: 0 });
    return changes;
  }

  async function goodsOf(ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, never>();
    const rows = await db
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select([
        "variants.id",
        "variants.size",
        "variants.size_label",
        "variants.color_slug",
        "variants.color_name",
        "variants.color_hex",
      ])
      .select(["products.id as product_id", "products.slug", "products.name", "products.pictures"])
      .where("variants.id", "in", ids)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Section 3's order request. */
  async function orderRequest({ lines, recipient, shownFee }: PlaceOrder) {
    const goods = await goodsOf(lines.map(({ variantId }) => variantId));
    const { wilayaId, communeId, mode, stopDeskId, phone } = recipient;
    const { wilayaName, communeName } = await namesOf(recipient);
    return {
      items: lines.map(({ variantId, quantity, price }) => ({
        productId: goods.get(variantId)?.product_id ?? variantId,
        productVariantId: variantId,
        quantity,
        price,
      })),
      toWilayaId: wilayaId,
      toWilayaName: wilayaName,
      toCommuneId: communeId,
      toCommuneName: communeName,
      isStopDesk: mode === "relais",
      stopDeskId: stopDeskId ?? null,
      stopDeskName: null,
      deliveryFee: shownFee,
      shippingCost: shownFee,
      freeShipping: false,
      doInsurance: false,
      declaredValue: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      parcelWeight: 1,
      parcelLength: 30,
      parcelWidth: 20,
      parcelHeight: 10,
      paymentMethod: "COD",
      shippingMethod: "standard",
      notes: recipient.notes,
      internalNotes: "",
      customer: {
        firstName: recipient.firstName,
        lastName: recipient.lastName,
        phone,
        // Decision 21: stored nowhere, made here only.
        email: `${phone}@client.invalid`,
        address: recipient.address,
        wilaya: wilayaName,
        commune: communeName,
      },
    };
  }

  async function namesOf({ wilayaId, communeId }: Recipient) {
    const courier = await context.courier();
    return {
      wilayaName: courier.wilayas().find(({ id }) => id === wilayaId)?.name ?? "",
      communeName: courier.communes(wilayaId).find(({ id }) => id === communeId)?.name ?? "",
    };
  }

  async function again(
    known: { order: Order; contentHash: string },
    contentHash: string,
    { visitor }: PlaceOrder,
  ): Promise<PlaceResult> {
    if (known.contentHash !== contentHash) return { outcome: "key-used", order: known.order };
    await database.transact((queries) => grantAccess(queries, visitor, known.order.id, now()));
    return { outcome: "placed", order: known.order, repeated: true };
  }

  /** Writes down what the API has taken; the shelf here follows the API's. */
  async function keep(
    wanted: PlaceOrder,
    keyHash: string,
    contentHash: string,
    answer: Record<string, unknown> & { number: string },
  ): Promise<Placed> {
    const order = await orderFromAnswer(wanted, answer);
    const result = await database.transact(async (queries): Promise<Placed> => {
      const account = await lockAccount(queries, database.dialect, wanted.visitor);
      const { numInsertedOrUpdatedRows } = await queries
        .insertInto("orders")
        .values({
          ...orderRow(order),
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
        await grantAccess(queries, wanted.visitor, first.order.id, now());
        return { outcome: "placed", order: first.order, repeated: true };
      }
      await queries.insertInto("order_lines").values(orderLineRows(order)).execute();
      const step = { order_id: order.id, status: order.status, at: order.createdAt.getTime() };
      await queries.insertInto("order_steps").values(step).execute();
      await grantAccess(queries, wanted.visitor, order.id, order.createdAt);
      if (wanted.fromCart) await emptyCart(queries, wanted);
      if (account)
        await queueMail(queries, context, {
          key: order.id,
          kind: "order-received",
          recipient: account.email,
          mail: orderReceived(context.letterhead, order),
        });
      return { outcome: "placed", order, repeated: false };
    });
    void sync.refreshProducts([...new Set(order.lines.map(({ productId }) => productId))]);
    return result;
  }

  async function emptyCart(queries: Queries, { visitor, lines }: PlaceOrder): Promise<void> {
    const ids = lines.map(({ variantId }) => variantId);
    await queries.deleteFrom("cart_lines").where("visitor", "=", visitor).where("variant_id", "in", ids).execute();
    await queries.updateTable("carts").set({ draft: null }).where("visitor", "=", visitor).execute();
  }

  async function orderFromAnswer(
    { lines, recipient, shownFee }: PlaceOrder,
    answer: Record<string, unknown> & { number: string },
  ): Promise<Order> {
    const goods = await goodsOf(lines.map(({ variantId }) => variantId));
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const usual = { deliveryFee: shownFee, codFee: 0, insuranceFee: 0, totalFee: shownFee, deliveryTime: 7 };
    const desk = text(answer.stopDeskName);
    const status = orderStatuses.find((known) => known === answer.status) ?? "pending";
    return {
      id: Buffer.from(context.randomBytes(16)).toString("hex"),
      number: answer.number,
      status,
      createdAt: now(),
      recipient: {
        ...recipient,
        ...(await namesOf(recipient)),
        ...(desk ? { stopDeskName: desk, stopDeskAddress: text(answer.stopDeskAddress) } : {}),
      },
      lines: lines.flatMap(({ variantId, quantity, price }) => {
        const row = goods.get(variantId);
        if (!row) return [];
        const picture = pictureFor(row.pictures, row.color_slug);
        const { product_id: productId, slug: productSlug, name } = row;
        const line = { variantId, productId, productSlug, name, color: colorOf(row), quantity, price };
        return [{ ...line, ...sizeOf(row), ...(picture ? { picture } : {}) }];
      }),
      subtotal,
      reward: 0,
      // What was shown is what the API has agreed to.
      fees: feesFrom(answer.fees) ?? usual,
      total: subtotal + shownFee,
      parcel: { weightKg: 1, lengthCm: 30, widthCm: 20, heightCm: 10, ...parcelIn(answer) },
      settings: { ...defaultDeliverySettings, insured: answer.doInsurance === true },
    };
  }

  /** The API has looked, and takes no order: it says why. */
  async function refused({ status, body }: ApiFailure, wanted: PlaceOrder, keyHash: string): Promise<PlaceResult> {
    const { changes, orderNumber, errors } = fields(body);
    const ids = wanted.lines.map(({ variantId }) => variantId);
    const goods = await goodsOf(ids);
    if (status === 409 && Array.isArray(changes)) {
      const told = records(changes).flatMap((change) => changeFrom(change) ?? []);
      await sync.refreshProducts([...new Set([...goods.values()].map((row) => row.product_id))]);
      if (told.length > 0) return { outcome: "changed", changes: told };
    }
    if (status === 409 && typeof orderNumber === "string") {
      // An order of this key that nobody heard of, since its answer was lost: from now on whoever sent it can read it.
      const answer = fields(await ask(`/api/orders/${encodeURIComponent(orderNumber)}`, keyHash));
      const taken = { ...wanted, ...contentIn(answer), fromCart: false };
      const contentHash = digest(orderContent(taken.lines, taken.recipient));
      const { order } = await keep(taken, keyHash, contentHash, { ...answer, number: orderNumber });
      return { outcome: "key-used", order };
    }
    const wrong = Object.keys(fields(errors)).flatMap((field): OrderChange[] => {
      const [, index, what] = /^items\.(\d+)\.?(\w*)/.exec(field) ?? [];
      const line = wanted.lines[Number(index ?? -1)];
      if (line && what === "quantity") {
        const name = goods.get(line.variantId)?.name ?? "";
        return [{ kind: "quantity", variantId: line.variantId, name, before: line.quantity, now: 0 }];
      }
      if (line) return [{ kind: "gone", variantId: line.variantId }];
      return /^(to|stop|is|shipping)/.test(field) ? [{ kind: "destination" }] : [];
    });
    console.error("%s: HTTP %d", NOT_TAKEN, status);
    if (wrong.length > 0) return { outcome: "changed", changes: wrong };
    throw new ShopUnavailable(`${NOT_TAKEN} (HTTP ${status})`);
  }

  /** The order with the API's latest word on it, or as it was known when the API cannot say. */
  async function fresh(order: Order | undefined): Promise<Order | undefined> {
    if (!order || order.status === "cancelled" || order.status === "returned") return order;
    // Nobody waits for it while the API is away: that it is back is found out by others.
    if (sync.state.awaySince !== undefined) return order;
    if ((asked.get(order.number) ?? 0) > now().getTime() - STATUS_KEPT) return order;
    const row = await keyOf(order.number);
    if (!row) return order;
    try {
      const answer = fields(await ask(`/api/orders/${encodeURIComponent(order.number)}`, row.key_hash));
      asked.set(order.number, now().getTime());
      if (asked.size > 1_000) asked.clear();
      const status = orderStatuses.find((known) => known === answer.status);
      if (status === undefined || status === order.status) return order;
      await enter(row.id, status);
      return { ...order, status };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      console.error("%s: %s", "Erreur de récupération de la commande", error.message);
      return order;
    }
  }

  const keyOf = (number: string) =>
    db.selectFrom("orders").select(["id", "key_hash"]).where("number", "=", number).executeTakeFirst();

  async function enter(orderId: string, status: OrderStatus): Promise<void> {
    await database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable("orders")
        .set({ status })
        .where("id", "=", orderId)
        .where("status", "!=", status)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await queries
        .insertInto("order_steps")
        .values({ order_id: orderId, status, at: now().getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  /** What its shopper does with an order that is still the API's to change. */
  async function change(
    number: string,
    visitor: string | undefined,
    deed: "cancel" | "correct",
    body: unknown,
  ): Promise<{ outcome: "done"; order: Order; id: string } | { outcome: "too-late" | "unknown" }> {
    const order = await local.read(number, visitor);
    const row = order && (await keyOf(order.number));
    if (!order || !row) return { outcome: "unknown" };
    try {
      const path = `/api/orders/${encodeURIComponent(order.number)}/${deed}`;
      // Doing it twice is the same as doing it once.
      await ask(path, row.key_hash, { method: "POST", body, repeatable: true });
      return { outcome: "done", order, id: row.id };
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 409) {
        asked.delete(order.number);
        await fresh(order);
        return { outcome: "too-late" };
      }
      return away("Erreur de récupération de la commande", error);
    }
  }

  return {
    ...local,
    place,
    read: async (number, visitor) => fresh(await local.read(number, visitor)),
    track: async (number, phone, visitor) => fresh(await local.track(number, phone, visitor)),
    attach: async (number, phone, account) => fresh(await local.attach(number, phone, account)),
    async ofAccount(account, page) {
      const { orders, total } = await local.ofAccount(account, page);
      return { orders: (await Promise.all(orders.map(fresh))).flatMap((order) => order ?? []), total };
    },
    // The API gives pairs to its own accounts only.
    loyaltyCard: async () => ({ stamps: 0 }),
    async cancel(number, visitor) {
      const result = await change(number, visitor, "cancel", {});
      if (result.outcome !== "done") return result.outcome;
      await enter(result.id, "cancelled");
      void sync.refreshProducts([...new Set(result.order.lines.map(({ productId }) => productId))]);
      return "cancelled";
    },
    async correct(number, visitor, correction) {
      const result = await change(number, visitor, "correct", correction);
      if (result.outcome !== "done") return result.outcome;
      const { phone, address, notes } = storableRecipient({ ...result.order.recipient, ...correction });
      await database.transact((queries) =>
        queries.updateTable("orders").set({ phone, address, notes }).where("id", "=", result.id).execute(),
      );
      return "corrected";
    },
    // Whose order it is moves it on.
    setStatus: async (number) => ((await local.isKnown(number)) ? "refused" : "unknown"),
  };
}

/** What an order of the API's holds, as it was asked for. */
function contentIn(answer: Record<string, unknown>): Pick<PlaceOrder, "lines" | "recipient" | "shownFee"> {
  const to = fields(answer.shippingAddress);
  const whole = (value: unknown) => Math.round(numberIn(value, 0, 0, 100_000_000));
  // With its lines, as it was typed.
  const written = (value: unknown) => (typeof value === "string" ? value.slice(0, 500) : "");
  const isStopDesk = answer.isStopDesk === true;
  const lines = records(answer.items).map(({ productVariantId, quantity, price }) => ({
    variantId: text(productVariantId),
    quantity: whole(quantity),
    price: whole(price),
  }));
  return {
    lines: mergeLines(lines),
    shownFee: whole(answer.shippingCost),
    recipient: storableRecipient({
      lastName: text(to.lastName),
      firstName: text(to.firstName),
      phone: text(to.phone),
      wilayaId: whole(answer.toWilayaId),
      communeId: whole(answer.toCommuneId),
      mode: isStopDesk ? "relais" : "domicile",
      ...(isStopDesk ? { stopDeskId: whole(answer.stopDeskId) } : {}),
      address: written(to.address),
      notes: written(answer.notes),
    }),
  };
}

const parcelIn = (answer: Record<string, unknown>) => {
  const measures = {
    weightKg: "parcelWeight",
    lengthCm: "parcelLength",
    widthCm: "parcelWidth",
    heightCm: "parcelHeight",
  };
  return Object.fromEntries(
    Object.entries(measures).flatMap(([ours, theirs]) => {
      const value = answer[theirs];
      return typeof value === "number" && Number.isFinite(value) && value > 0 ? [[ours, value]] : [];
    }),
  );
};

/** A change as this shop tells it; undefined for what is none. */
function changeFrom(change: Record<string, unknown>): OrderChange | undefined {
  const [variantId, name] = [text(change.variantId), text(change.name)];
  const amount = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? Math.round(value) : 0);
  const [before, now] = [amount(change.before), amount(change.now)];
  switch (change.kind) {
    case "price":
    case "quantity":
      return { kind: change.kind, variantId, name, before, now };
    case "stock":
      return { kind: "stock", variantId, name, wanted: amount(change.wanted), stock: amount(change.stock) };
    case "gone":
      return { kind: "gone", variantId };
    case "fee":
    case "reward":
      return { kind: change.kind, before, now };
    case "destination":
      return { kind: "destination" };
    case "ceiling":
      return { kind: "ceiling", total: amount(change.total), most: amount(change.most) };
    default:
      return undefined;
  }
}
