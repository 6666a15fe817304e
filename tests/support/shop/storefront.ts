import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseAddress, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import type { OrderLineTable, OrderTable } from "~/database/schema/orders";
import type { LocalShopOptions } from "~/shop/local/index.server";
import { openRemoteShop } from "~/shop/remote/index.server";
import type { ShopWithWorkers } from "~/shop/shop";
import type { RunningShop } from "./shop-server";
import {
  CHEAP_PASSWORDS,
  damagedOrdersIn,
  everythingIn,
  type LocalTestShop,
  openTestShop,
  type TestShop,
  wrongSumsIn,
} from "./test-shop";

/** Milliseconds; longer than an order's status counts as the API's latest. */
const LATER = 31_000;
/** Milliseconds; longer than reviews count as the API's latest. */
const MUCH_LATER = 301_000;
/** An address without a server. */
const NOWHERE = "http://127.0.0.1:9";

/**
 * A shop on a running shop's API, over HTTP, with an empty database of its own. Products and orders
 * change in the API's database; time passes before reads, as changes arrive after 300 s.
 * @param api undefined for one that is away
 */
export async function openStorefront(api: RunningShop | undefined, address: DatabaseAddress): Promise<TestShop> {
  const there = api && (await openTestShop({ file: join(api.dataDir, "shop.sqlite") }));
  const before = new Set((there ? await booksOf(there) : new Map()).keys());
  const database = await openDatabase(address);
  await migrate(database);
  let ahead = 0;
  const open = (options: Partial<LocalShopOptions> = {}) =>
    openRemoteShop({
      database,
      now: () => new Date(Date.now() + ahead),
      randomBytes,
      passwordCost: CHEAP_PASSWORDS,
      ...options,
      api: { base: api?.url ?? NOWHERE },
      secret: "what the tokens of orders are made of",
      // All such shops share their pictures, and none is fetched.
      dataDir: api?.dataDir ?? tmpdir(),
    });
  const own = await open();
  const syncs = [own.sync];

  /** The sync under way, or the last; undefined when something has changed since. */
  let learning = api ? undefined : Promise.resolve();
  /** The last sync of new products, which cannot be ordered before. */
  let ofNew: Promise<void> | undefined = learning;
  let queue = Promise.resolve();
  const know = async () => {
    // One at a time: a sync under way may have read before the change.
    learning ??= queue = queue.then(async () => {
      if (!(await own.sync.refresh())) throw new Error("The API did not tell its catalogue.");
    });
    ofNew ??= learning;
    await learning;
    // Products that were ordered here are read again, after the other syncs.
    await Promise.all(syncs.map((sync) => sync.refreshProducts([])));
  };
  const counter = () => {
    if (!there) throw new Error("The API is away.");
    return there;
  };
  const change = async <Result>(work: (there: LocalTestShop) => Promise<Result>, isNew = false): Promise<Result> => {
    const result = await work(counter());
    learning = undefined;
    if (isNew) ofNew = undefined;
    return result;
  };
  const following = (shop: ShopWithWorkers): ShopWithWorkers => ({
    ...shop,
    catalogue: preparing(shop.catalogue, know),
    content: preparing(shop.content, know),
    carts: preparing(shop.carts, know),
    wishlist: preparing(shop.wishlist, know),
    stockAlerts: preparing(shop.stockAlerts, know),
    orders: preparing(shop.orders, () => ofNew ?? know()),
    reviews: preparing(shop.reviews, () => ofNew ?? know()),
  });

  return {
    shop: following(own),
    async reopened(options) {
      const other = await open(options);
      syncs.push(other.sync);
      return following(other);
    },
    product: (...made) => change((there) => there.product(...made), true),
    setPrice: (...price) => change((there) => there.setPrice(...price)),
    setStock: (...stock) => change((there) => there.setStock(...stock)),
    retire: (productId) => change((there) => there.retire(productId)),
    remove: (productId) => change((there) => there.remove(productId)),
    setSection: (...section) => change((there) => there.setSection(...section)),
    indexProducts: () => change((there) => there.indexProducts()),
    async setStatus(number, status) {
      const move = (there: LocalTestShop) => there.setStatus(number, status);
      // Returned pairs are in stock again.
      const result = await (status === "cancelled" || status === "returned" ? change(move) : move(counter()));
      ahead += LATER;
      return result;
    },
    async publishReviews() {
      await counter().publishReviews();
      ahead += MUCH_LATER;
    },
    stockOf: (variantId) => counter().stockOf(variantId),
    orderedOf: (variantId) => counter().orderedOf(variantId),
    orderCount: () => counter().orderCount(),
    everything: (tables) => everythingIn(database, tables),
    wrongSums: async () => [...((await there?.wrongSums()) ?? []), ...(await wrongSumsIn(database))],
    async damagedOrders() {
      const damaged = [...((await there?.damagedOrders()) ?? []), ...(await damagedOrdersIn(database))];
      const ours = await booksOf({ everything: (tables) => everythingIn(database, tables) });
      const theirs = there ? await booksOf(there) : new Map<string, string>();
      // The orders of this shop and of the API agree: none is lost, none is doubled.
      for (const number of new Set([...ours.keys(), ...theirs.keys()]))
        if (!before.has(number) && ours.get(number) !== theirs.get(number)) damaged.push(number);
      return damaged;
    },
    async close() {
      await Promise.all(syncs.map((sync) => sync.stop()));
      await own.close();
      await there?.close();
    },
  };
}

/** @param before runs before each call */
function preparing<Service extends object>(service: Service, before: () => Promise<void>): Service {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      await before();
      return method(...args);
    },
  ]);
  return Object.fromEntries(methods) as Service;
}

/** Lines and costs of every order, by number. */
async function booksOf({ everything }: Pick<TestShop, "everything">): Promise<Map<string, string>> {
  const [orders, lines] = JSON.parse(await everything(["orders", "order_lines"])) as [OrderTable[], OrderLineTable[]];
  return new Map(
    orders.map(({ id, number, subtotal, total_fee, total }) => {
      const own = lines.filter(({ order_id }) => order_id === id).sort((a, b) => a.position - b.position);
      const sold = own.map(({ variant_id, quantity, price }) => `${quantity} × ${variant_id} à ${price}`);
      return [number, [...sold, subtotal, total_fee, total].join("; ")];
    }),
  );
}
