import { randomBytes, randomInt } from "node:crypto";
import { createCookie } from "@remix-run/node";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import type { BulkAction } from "~/domain/office/bulk";
import { callOutcomes } from "~/domain/office/call";
import { byShopper } from "~/domain/office/journal";
import { digest } from "~/shop/local/context";
import { Client } from "../support/http/client";
import { formWith } from "../support/http/forms";
import { followed } from "../support/http/orders";
import { engines } from "../support/shop/databases";
import { officeViolations } from "../support/shop/office-invariants";
import { orderRow } from "../support/shop/order-rows";
import { lineOf, orderOf } from "../support/shop/orders";
import { openProcesses, type Processes } from "../support/shop/processes";
import { karim, nadia } from "../support/shop/staff";
import { AMPLE, id, type LocalTestShop, openTestShop, requestFor, setStatus, someone } from "../support/shop/test-shop";

/**
 * Random histories of orders, calls, edits, cancellations, bulks and orders that staff take down,
 * by two people and a shopper at once: stock, states and journal stay right.
 */

const STOCKS = [6, 4, 9];
const people = [nadia, karim] as const;

const choice = fc.record({
  person: fc.nat({ max: 1 }),
  order: fc.nat({ max: 7 }),
  variant: fc.nat({ max: STOCKS.length - 1 }),
  quantity: fc.integer({ min: 1, max: 3 }),
  outcome: fc.constantFrom(...callOutcomes),
  bulk: fc.constantFrom<BulkAction>("confirmed", "shipped", "delivered", "returned", "cancelled", "note"),
  /** Acts on what an earlier page showed. */
  isStale: fc.boolean(),
});
const kinds = [
  ...(["place", "place", "take down", "call", "call", "take back", "edit", "edit"] as const),
  ...(["bulk", "bulk", "move", "shopper cancels", "shopper corrects", "courier"] as const),
];
const act = fc.tuple(fc.constantFrom(...kinds), choice).map(([kind, chosen]) => ({ kind, ...chosen }));
/** What happens at the same time, one group after another. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 });
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

interface Known {
  number: string;
  visitor: string;
}

/** Tells a story, and checks what it left. @param shops one for each person */
async function tell(groups: Act[][], testShop: LocalTestShop, shops: readonly LocalTestShop["shop"][]) {
  const product = await testShop.product(STOCKS);
  const variant = (index: number) => product.variants[index] ?? "";
  const initial = new Map(product.variants.map((id, index) => [id, STOCKS[index] ?? 0]));
  const recipient = { ...someone, phone: `06${randomInt(10_000_000, 99_999_999)}` };
  const known: Known[] = [];
  const seen = new Map<string, number>();
  let [changes, placings] = [0, 0];
  const count = (isMade: boolean) => {
    if (isMade) changes += 1;
  };
  const versionOf = async (number: string, isStale: boolean) => {
    const { version } = await testShop.database.db
      .selectFrom("orders")
      .select("version")
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    const before = seen.get(number) ?? 0;
    seen.set(number, version);
    return isStale ? before : version;
  };

  const perform = async ({ kind, quantity, outcome, bulk, isStale, ...chosen }: Act): Promise<void> => {
    const by = people[chosen.person] ?? people[0];
    const { office, orders } = shops[chosen.person] ?? testShop.shop;
    const lines = [{ variantId: variant(chosen.variant), quantity, price: product.price }];
    if (kind === "place" || kind === "take down") {
      const request = await requestFor(testShop.shop, lines, { recipient });
      const { key, shownFee, visitor } = request;
      const placed =
        kind === "place"
          ? await orders.place(request)
          : await office.takeDownOrder({ key, lines, recipient, shownFee, channel: "phone" }, by);
      if (placed.outcome !== "placed") return;
      placings += 1;
      known.push({ number: placed.order.number, visitor });
      return;
    }
    const { number, visitor } = known[chosen.order] ?? {};
    if (number === undefined || visitor === undefined) return;
    const version = await versionOf(number, isStale);
    if (kind === "call") {
      const when = new Date(Date.now() + 3_600_000);
      count(
        (await office.recordCall(number, { key: id("key"), version, outcome, when, note: "" }, by)).result ===
          "recorded",
      );
    } else if (kind === "take back") {
      const last = (await office.callCard(number))?.calls.at(-1);
      if (last) count((await office.takeBackCall(number, last.id, by)) === "taken-back");
    } else if (kind === "move") {
      const status = quantity > 1 ? "cancelled" : "confirmed";
      count((await office.moveOrder(number, status, { version, reason: "Rupture" }, by)) === "moved");
    } else if (kind === "bulk") {
      const chosenOrders = known.slice(chosen.order % 3, (chosen.order % 3) + 4);
      const choices = await Promise.all(
        chosenOrders.map(async ({ number }) => ({ number, version: await versionOf(number, isStale) })),
      );
      const press = { key: id("key"), action: bulk, choices, text: "Rupture" };
      // The same form twice, as an impatient finger sends it.
      const [report] = await Promise.all([office.runBulk(press, by), office.runBulk(press, by)]);
      const done = report.results.filter(({ outcome }) => outcome === "done").length;
      if (bulk === "note") notes += done;
      else changes += done;
    } else if (kind === "edit") {
      const order = (await office.orderPage(number))?.order;
      if (!order) return;
      const edit = {
        recipient: { ...order.recipient, address: `${randomInt(1_000)}, rue des Frères` },
        lines: [{ variantId: variant(chosen.variant), quantity, price: product.price - (isStale ? 100 : 0) }],
        priceReason: "Geste",
      };
      const first = await office.editOrder(number, edit, version, by);
      count(first.result === "edited");
      if (first.result !== "to-agree") return;
      const { fee, total } = first;
      count((await office.editOrder(number, { ...edit, agreed: { fee, total } }, version, by)).result === "edited");
    } else if (kind === "shopper cancels") {
      const before = (await orders.read(number, visitor))?.status;
      const answer = await orders.cancel(number, visitor);
      // A second press reads the same, and changes nothing.
      if (answer === "cancelled" && before !== "cancelled") cancelledByShopper.add(number);
    } else if (kind === "shopper corrects") {
      const { phone, notes } = recipient;
      const address = `${randomInt(1_000_000)}, cité des Palmiers`;
      count((await orders.correct(number, visitor, { phone, address, notes })) === "corrected");
    } else {
      const steps = { 1: "shipped", 2: "delivered", 3: "returned" } as const;
      count((await setStatus({ office }, number, steps[quantity as 1 | 2 | 3])) === "moved");
    }
  };
  let notes = 0;
  const cancelledByShopper = new Set<string>();
  for (const group of groups) await Promise.all(group.map(perform));

  expect(await officeViolations(testShop.database, initial)).toEqual([]);
  expect(await testShop.wrongSums()).toEqual([]);
  const numbers = known.map(({ number }) => number);
  const rows =
    numbers.length === 0
      ? []
      : await testShop.database.db
          .selectFrom("journal")
          .select(["action", "actor", "after"])
          .where("subject", "=", "order")
          .where("subject_name", "in", numbers)
          .execute();
  const byShoppers = rows.filter(({ action, actor }) => action === "order-status" && actor === byShopper.kind).length;
  // Of two presses of the shopper at once only one cancels, and both are answered the same.
  expect(byShoppers).toBeLessThanOrEqual(cancelledByShopper.size);
  expect(rows.filter(({ action }) => action === "order-placed")).toHaveLength(placings);
  expect(rows.filter(({ action }) => action === "order-noted")).toHaveLength(notes);
  expect(rows.filter(({ action }) => !["order-placed", "order-noted"].includes(action))).toHaveLength(
    changes + byShoppers,
  );
}

describe.each(engines().map((engine) => [engine.name, engine] as const))("on %s", (_, engine) => {
  afterAll(() => engine.stop());

  it("whatever two people and shoppers do at once, stock, states and journal are right", {
    timeout: 120_000,
  }, async () => {
    const address = await engine.seeded();
    const testShop = await openTestShop(address);
    // Some orders wait for a call, and take their pairs late or never.
    const bounds = { ...AMPLE, pairs: 7 };
    const first = testShop.reopened({ bounds });
    // On PostgreSQL the second person has connections of their own, as in another process.
    const database = engine.dialect === "postgres" ? await openDatabase(address) : testShop.database;
    const second = testShop.reopened({ bounds, database });
    try {
      await fc.assert(
        fc.asyncProperty(story, (groups) => tell(groups, testShop, [first, second])),
        { numRuns: 25 },
      );
    } finally {
      if (database !== testShop.database) await database.close();
      await testShop.close();
    }
  });

  it("of two processes each order is changed by one", { timeout: 120_000 }, async () => {
    const { shops, testShop, query, close } = await openProcesses(engine, [{}], async () => {});
    try {
      const line = lineOf(await testShop.product([40]));
      const placed: Known[] = [];
      while (placed.length < 24) placed.push(await orderOf(testShop.shop, [line]));
      const client = await signedIn(shops[0]?.url ?? "", query);
      const choices = placed.map(({ number }) => ({ number, version: 0 }));
      const chosen = choices.map(({ number }): [string, string] => ["choix", `${number}:0`]);
      const here = "/gestion/commandes/groupe";
      const review = await client.get(followed(await client.post(here, [...chosen, ["faire", "confirmer"]])));
      const form = formWith(review.text, "cle");
      // The other process confirms all over HTTP, twice; this one cancels, calls and edits them.
      const { office, orders } = testShop.shop;
      const call = { version: 0, outcome: "no-answer", note: "" } as const;
      const [one, two, , ...rest] = await Promise.all([
        client.post(form.action, form.fields),
        client.post(form.action, form.fields),
        office.runBulk(
          { key: id("key"), action: "cancelled", choices: choices.slice(12).reverse(), text: "Rupture" },
          people[0],
        ),
        ...placed
          .slice(0, 12)
          .map(async ({ number, visitor }, at) =>
            at % 2
              ? (await orders.cancel(number, visitor)) === "cancelled"
              : (await office.recordCall(number, { key: id("key"), ...call }, people[1])).result === "recorded",
          ),
      ]);
      expect(followed(one)).toBe(followed(two));
      expect(rest).toHaveLength(12);
      expect(await officeViolations(testShop.database, new Map([[line.variantId, 40]]))).toEqual([]);
      for (const { number } of placed) {
        const row = await orderRow(testShop, number);
        expect([number, row.version, row.status !== "pending" || row.last_call !== null]).toEqual([number, 1, true]);
      }
    } finally {
      await close();
    }
  });
});

/** A caller's browser, on a shop whose database is either. */
async function signedIn(url: string, query: Processes["query"]): Promise<Client> {
  const client = new Client(url);
  const [token, at] = [randomBytes(32).toString("base64url"), Date.now()];
  await query`insert into staff (id, email, name, role, created_at)
    values ('staff-3', 'amine@example.com', 'Amine', 'caller', ${at})`;
  await query`insert into staff_sessions (token_hash, staff_id, device, created_at, seen_at, proved_at)
    values (${digest(token)}, 'staff-3', 'Chrome, Linux', ${at}, ${at}, ${at})`;
  const [, value = ""] = /^[^=]+=([^;]*)/.exec(await createCookie("gestion").serialize(token)) ?? [];
  client.cookies.set("gestion", value);
  return client;
}
