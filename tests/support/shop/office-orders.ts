import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import type { ContactMessage } from "~/domain/mails/contact";
import { byStaff } from "~/domain/office/journal";
import type { Order, Recipient } from "~/domain/order/order";
import { openLocalShop } from "~/shop/local/index.server";
import type { OrderPage } from "~/shop/services/order-detail-office";
import type { OperatedShop } from "~/shop/shop";
import type { RunningShop } from "./shop-server";
import { AMPLE, requestFor, someone } from "./test-shop";

/** Orders in a served shop on SQLite, placed by this process, for the tests of the back office. */
export function ordersIn(shop: RunningShop) {
  let database: Database | undefined;
  let counter: OperatedShop | undefined;
  let phones = 0;
  beforeAll(async () => {
    database = await openDatabase({ file: join(shop.dataDir, "shop.sqlite") });
    counter = openCounter(() => new Date());
  });
  afterAll(() => database?.close());

  function openCounter(now: () => Date, options: Partial<Parameters<typeof openLocalShop>[0]> = {}): OperatedShop {
    if (!database) throw new Error("The shop is not open yet.");
    return openLocalShop({ database, now, randomBytes, bounds: AMPLE, ...options });
  }

  const office = () => getCounter().office;
  function getCounter(): OperatedShop {
    if (!counter) throw new Error("The shop is not open yet.");
    return counter;
  }
  async function getPage(number: string): Promise<OrderPage> {
    const page = await office().orderPage(number);
    if (!page) throw new Error("There is no such order.");
    return page;
  }

  return {
    /** The shop as this process has it. */
    get counter() {
      return getCounter();
    },
    openCounter,

    /** Places an order of this variant, or of the first that has enough. */
    async place(
      changes: Partial<Recipient> = {},
      { at = new Date(), quantity = 1, options = {} }: PlaceTerms = {},
    ): Promise<Order> {
      if (!database) throw new Error("The shop is not open yet.");
      const variant = await database.db
        .selectFrom("variants")
        .innerJoin("products", "products.id", "variants.product_id")
        .select(["variants.id", "products.price"])
        .where("products.active", "=", 1)
        .where("variants.stock", ">=", quantity)
        .orderBy("variants.stock", "desc")
        .orderBy("variants.id")
        .limit(1)
        .executeTakeFirstOrThrow();
      const phone = `0662${String(phones++).padStart(6, "0")}`;
      const there = openCounter(() => at, options);
      const placed = await there.orders.place(
        await requestFor(there, [{ variantId: variant.id, quantity, price: variant.price }], {
          recipient: { ...someone, phone, ...changes },
        }),
      );
      if (placed.outcome !== "placed") throw new Error(`Not placed: ${placed.outcome}`);
      return placed.order;
    },
    /** What the office knows of an order. */
    page: getPage,
    /** A message of /contact, which waits for an answer. */
    write: (changes: Partial<ContactMessage> = {}) =>
      getCounter().messages.send({
        ...{ key: randomBytes(8).toString("hex"), name: "Amel", email: "amel@boutique.example" },
        ...{ subject: "Pointure", message: "Bonjour", ...changes },
      }),
    /** Pairs by id of the variant. */
    async linesNow(number: string): Promise<Record<string, number>> {
      const { lines } = (await getPage(number)).order;
      return Object.fromEntries(lines.map(({ variantId, quantity }) => [variantId, quantity]));
    },
    /** Another person edits the order so that it has these pairs. */
    async setLines(number: string, pairs: Record<string, number>): Promise<void> {
      const { order, version } = await getPage(number);
      const sold = await office().linesToSell(Object.keys(pairs));
      const lines = sold.map(({ id, price }) => ({ variantId: id, quantity: pairs[id] ?? 0, price }));
      const edit = { recipient: order.recipient, lines, priceReason: "Autre paire" };
      const by = byStaff({ id: "autre", name: "Nadia" });
      const asked = await office().editOrder(number, edit, version, by);
      if (asked.result === "edited") return;
      if (asked.result !== "to-agree") throw new Error(`Not edited: ${asked.result}`);
      await office().editOrder(number, { ...edit, agreed: { fee: asked.fee, total: asked.total } }, version, by);
    },
    /** @returns how many there were */
    async setStock(variantId: string, stock: number): Promise<number> {
      const query = database?.db.selectFrom("variants").select(["sku", "stock"]).where("id", "=", variantId);
      const before = await query?.executeTakeFirstOrThrow();
      await counter?.office.setStock(before?.sku ?? "", stock);
      return before?.stock ?? 0;
    },
    /** Nothing that was placed so far is to be called. */
    async nobodyToCall(): Promise<void> {
      await database?.db.updateTable("orders").set({ call_at: null }).execute();
    },
  };
}

interface PlaceTerms {
  at?: Date;
  quantity?: number;
  options?: Partial<Parameters<typeof openLocalShop>[0]>;
}
