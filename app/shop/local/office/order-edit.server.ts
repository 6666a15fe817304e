import { renewOrderWords } from "~/database/order-search-words.server";
import type { VariantTable } from "~/database/schema/catalogue";
import { cheapestOf, rewardFor } from "~/domain/account/loyalty";
import { variantWords } from "~/domain/catalogue/size";
import { MAX_COLLECTED, parcelOf } from "~/domain/delivery/delivery";
import { orderEdited } from "~/domain/mails/orders";
import { type Actor, changedFields, type JournalFields } from "~/domain/office/journal";
import { isEditable } from "~/domain/office/order-actions";
import { editedFields } from "~/domain/office/order-edit";
import { amountOf, MAX_LINES, MAX_QUANTITY, pairsOf } from "~/domain/order/cart";
import { mergeLines, type Order, type OrderLine, orderContent } from "~/domain/order/order";
import { isSameName } from "~/domain/values/plain-text";
import { storable } from "~/domain/values/storable";
import type { EditResult, OrderDetailOffice, OrderEdit } from "../../services/order-detail-office";
import { accountIn } from "../account-rows.server";
import { choiceOf } from "../catalogue-rows";
import type { Context, Queries } from "../context";
import { journalOrder } from "../journal.server";
import { loyaltyCardOf } from "../loyalty.server";
import { storableRecipient } from "../order-content";
import { linesOf, lockOrder, orderOfRow, ordersCalled } from "../order-queries.server";
import { calledAgain, editableColumns, orderLineRows } from "../order-rows";
import { queueMail } from "../outbox.server";
import { isOwnChange } from "../own-change.server";
import { destinationOf } from "../place-order.server";
import { orderLine, type SoldVariants, soldVariants } from "../sold-variants.server";
import { lockVariants, type Pairs, takePairs } from "../stock.server";
import { editMailKey } from "./order-events.server";

export function orderEdits(context: Context): Pick<OrderDetailOffice, "editOrder" | "editChoices"> {
  const { database } = context;
  return {
    editOrder: (number, edit, version, by) =>
      database.transact((transaction) => editOrder(context, transaction, number, edit, version, by)),

    async editChoices(typed) {
      const { db } = database;
      const order = await ordersCalled(db, typed).select("id").executeTakeFirst();
      if (!order) return new Map();
      const products = [...new Set((await linesOf(db, order.id)).map(({ product_id }) => product_id))];
      const rows = await db
        .selectFrom("variants")
        .innerJoin("products", "products.id", "variants.product_id")
        .selectAll("variants")
        .where("variants.product_id", "in", products)
        .where("products.active", "=", 1)
        .orderBy("variants.position")
        .execute();
      return new Map(
        products.map((product) => [
          product,
          rows
            .filter(({ product_id }) => product_id === product)
            .map((row) => ({
              variantId: row.id,
              label: `${variantWords(choiceOf(row))}, ${row.sku}`,
              stock: row.stock,
            })),
        ]),
      );
    },
  };
}

/**
 * Locks: the order, variants by id, products by id. Open orders of the phone are not bounded, as
 * where staff take one down: bounds are for strangers.
 */
async function editOrder(
  context: Context,
  queries: Queries,
  typed: string,
  edit: OrderEdit,
  version: number,
  by: Actor,
): Promise<EditResult> {
  const row = await lockOrder(queries, typed);
  // Who asked to be forgotten is not written down again.
  if (!row || row.to_be_forgotten === 1) return { result: "unknown" };
  const { status } = row;
  if (!isEditable({ status, parcel: await unpostedParcel(queries, row.id) })) return { result: "too-late", status };
  const isLater = row.version !== version;
  if (isLater && !(await isOwnChange(queries, row, version, by, { action: "order-edited" })))
    return { result: "stale" };
  const before = await orderOfRow(queries, row);
  const wanted = mergeLines(edit.lines.filter(({ quantity }) => quantity > 0));
  if (wanted.length === 0 || wanted.length > MAX_LINES || wanted.some((line) => !isPossible(line)))
    return { result: "impossible" };

  const ids = [...new Set([...wanted, ...before.lines].map(({ variantId }) => variantId))].sort();
  const variants = await lockVariants(queries, ids);
  const sold = await soldVariants(queries, variants);
  const lines: OrderLine[] = [];
  for (const line of wanted) {
    const made = lineFor(line, before, sold);
    if (!made) return { result: "gone", variantId: line.variantId };
    lines.push(made);
  }
  const isRepriced = lines.some((line) => line.price !== usualPrice(line, before, sold));
  if (isRepriced && edit.priceReason === "") return { result: "no-reason" };
  const deltas = before.reserved ? deltasOf(before.lines, lines) : [];
  const short = shortOf(deltas, lines, variants);
  if (short.length > 0) return { result: "short", lines: short };

  const reward = await rewardAfter(queries, before, row.account_id, lines);
  const after = await edited(context, queries, before, edit, { lines, reward });
  if (!after) return { result: "destination" };
  const { fees, total } = after;
  if (total > MAX_COLLECTED) return { result: "ceiling", total, most: MAX_COLLECTED };
  const changes = changedFields(editedFields(before), editedFields(after));
  const isSame = !changes && orderContent(before.lines, before.recipient) === orderContent(lines, after.recipient);
  if (isLater) return { result: isSame ? "repeated" : "stale" };
  if (isSame) return { result: "unchanged" };
  const isOtherSum = fees.totalFee !== before.fees.totalFee || total !== before.total;
  if (isOtherSum && (edit.agreed?.fee !== fees.totalFee || edit.agreed.total !== total)) {
    const shown = { fee: before.fees.totalFee, total: before.total };
    return { result: "to-agree", fee: fees.totalFee, total, before: shown };
  }

  const isMoved = after.recipient.phone !== before.recipient.phone;
  // Who has confirmed is not called again.
  const isToCall = isMoved && status === "pending";
  await store(queries, after, isToCall ? calledAgain(row.last_call, context.now()) : {});
  await takePairs(queries, deltas);
  const motif: JournalFields = isRepriced ? { motif: storable(edit.priceReason) } : {};
  await journalOrder(context, queries, before, {
    ...{ by, action: "order-edited", ...changes, after: { ...changes?.after, ...motif } },
  });
  // Another pickup point or variant of the same words tells nobody anything.
  if (!changes) return { result: "edited" };
  const account = await accountIn(queries, row.account_id ?? "");
  await queueMail(queries, context, {
    key: editMailKey(before.id, version + 1),
    kind: account ? "order-edited" : "order-edited-shop",
    recipient: account?.email ?? context.letterhead.inbox,
    mail: orderEdited(context.letterhead, after, changes, account === undefined),
  });
  return { result: "edited" };
}

/** The parcel of a locked order, unless the courier has it. */
const unpostedParcel = (queries: Queries, orderId: string) =>
  queries
    .selectFrom("parcels")
    .select("state")
    .where("order_id", "=", orderId)
    .where("tracking", "is", null)
    .executeTakeFirst();

const isPossible = ({ quantity, price }: { quantity: number; price: number }) =>
  Number.isSafeInteger(quantity) &&
  quantity >= 1 &&
  quantity <= MAX_QUANTITY &&
  Number.isSafeInteger(price) &&
  price >= 0 &&
  price <= MAX_COLLECTED;

type Wanted = OrderEdit["lines"][number];

/** A line of the order as it was, or of what is sold now; undefined for neither. */
function lineFor(wanted: Wanted, before: Order, sold: SoldVariants): OrderLine | undefined {
  const { quantity, price, variantId } = wanted;
  const own = before.lines.find((line) => line.variantId === variantId);
  if (own) return { ...own, quantity, price };
  return orderLine(wanted, sold).map((line) => ({ ...line, price }))[0];
}

/** What a pair of this line costs without a reason: as before, else as another of its product. */
function usualPrice(line: OrderLine, before: Order, sold: SoldVariants): number | undefined {
  const own = before.lines.find(({ variantId }) => variantId === line.variantId);
  const sibling = before.lines.find(({ productId, price }) => productId === line.productId && price === line.price);
  return (own ?? sibling)?.price ?? sold.get(line.variantId)?.product.price;
}

/** Pairs that leave the stock, and with a minus those that come back. */
function deltasOf(before: readonly OrderLine[], after: readonly OrderLine[]): Pairs[] {
  const deltas = new Map<string, Pairs>();
  for (const [lines, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const { variantId, quantity } of lines) {
      const sum = (deltas.get(variantId)?.quantity ?? 0) + sign * quantity;
      deltas.set(variantId, { variantId, quantity: sum });
    }
  return [...deltas.values()].filter(({ quantity }) => quantity !== 0);
}

function shortOf(deltas: readonly Pairs[], lines: readonly OrderLine[], variants: readonly VariantTable[]) {
  const stocks = new Map(variants.map(({ id, stock }) => [id, stock]));
  return deltas.flatMap(({ variantId, quantity }) => {
    const line = lines.find((line) => line.variantId === variantId);
    const stock = stocks.get(variantId) ?? 0;
    // What the order holds counts as stock for itself.
    return line && quantity > stock
      ? [
          {
            variantId,
            name: `${line.name}, ${variantWords(line)}`,
            wanted: line.quantity,
            stock: stock + line.quantity - quantity,
          },
        ]
      : [];
  });
}

/**
 * A loyalty card gives the cheapest of seven pairs, of other pairs another one. What was given
 * before stays, whatever became of the card since. No further card is used: accounts need no lock.
 */
async function rewardAfter(
  queries: Queries,
  before: Order,
  account: string | null,
  lines: readonly OrderLine[],
): Promise<number> {
  const [was, cheapest] = [before.lines, lines].map((all) => cheapestOf(all.map(({ price }) => price)));
  if (before.reward === 0 || cheapest === undefined || cheapest === was) return before.reward;
  const card = account === null ? { stamps: 0 } : await loyaltyCardOf(queries, account, before.createdAt.getTime());
  return Math.max(Math.min(before.reward, cheapest), rewardFor(card, [cheapest]));
}

/**
 * The order as it would be; the fee stays where neither place nor pairs nor value change. A commune
 * or pickup point that the courier calls otherwise by now is another place: its parcel is refused.
 */
async function edited(
  context: Context,
  queries: Queries,
  before: Order,
  edit: OrderEdit,
  { lines, reward }: Pick<Order, "lines" | "reward">,
): Promise<Order | undefined> {
  const recipient = storableRecipient(edit.recipient);
  const pairs = pairsOf(lines);
  const subtotal = amountOf(lines);
  const isSameParcel =
    subtotal === before.subtotal &&
    pairs === pairsOf(before.lines) &&
    (["wilayaId", "communeId", "mode", "pickupPointId"] as const).every(
      (field) => recipient[field] === before.recipient[field],
    );
  const found = destinationOf(await context.courier(queries), before.settings, recipient, pairs, subtotal);
  const isRenamed = (["communeName", "pickupPointName"] as const).some(
    (name) => found && !isSameName(found.recipient[name] ?? "", before.recipient[name] ?? ""),
  );
  const kept = { fees: before.fees, recipient: { ...before.recipient, ...recipient } };
  const destination = isSameParcel && !isRenamed ? kept : found;
  if (!destination) return undefined;
  const total = subtotal - reward + destination.fees.totalFee;
  return { ...before, ...destination, lines, subtotal, reward, total, parcel: parcelOf(pairs) };
}

/** The form's content stays what it was, since the same form is still this order. */
async function store(queries: Queries, order: Order, call: Partial<ReturnType<typeof calledAgain>>): Promise<void> {
  await queries
    .updateTable("orders")
    .set({ ...editableColumns(order), ...call })
    .where("id", "=", order.id)
    .execute();
  await queries.deleteFrom("order_lines").where("order_id", "=", order.id).execute();
  await queries.insertInto("order_lines").values(orderLineRows(order)).execute();
  await renewOrderWords(queries, [order.id]);
}
