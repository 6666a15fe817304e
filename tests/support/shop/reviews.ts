import { join } from "node:path";
import type { Client } from "../http/client";
import { formWith, submit } from "../http/forms";
import { checkout, fillCart, orderNumberOf, someoneElse } from "../http/orders";
import type { RunningShop } from "./shop-server";
import { inDatabase, valuesIn } from "./stored";
import { openTestShop } from "./test-shop";

/** Orders that were received, and their reviews, over HTTP. */

export function deliver({ ordersAt, ...shop }: RunningShop, number: string, at = Date.now()): void {
  inDatabase(ordersAt ?? shop, (database) => {
    const order = database.prepare<[string], string>("select id from orders where number = ?").pluck().get(number);
    for (const status of ["confirmed", "shipped", "delivered"])
      database.prepare("insert into order_steps values (?, ?, ?)").run(order, status, at);
    database.prepare("update orders set status = 'delivered' where id = ?").run(order);
  });
}

/** Orders these products with this client, and receives them. @returns the order's number */
export async function received(shop: RunningShop, client: Client, ...slugs: string[]): Promise<string> {
  for (const slug of slugs) await fillCart(client, slug);
  const number = orderNumberOf(await (await checkout(client, someoneElse())).send()) ?? "";
  deliver(shop, number);
  return number;
}

/** Reviews the first line that is still open, by the page's form. */
export async function review(client: Client, number: string, note: string, texte = "") {
  const path = `/commande/${number}/avis`;
  const { text } = await client.get(path);
  const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(text) ?? [];
  return submit(client, formWith(text, "texte"), { article, note, texte });
}

/** Decides on all reviews in a state, as the merchant's command does. */
export async function decideReviews(
  { dataDir, ...shop }: RunningShop,
  from = "waiting",
  to: "published" | "refused" = "published",
): Promise<void> {
  const ids = valuesIn<string>({ dataDir, ...shop }, "select id from reviews where state = ?", from);
  const counter = await openTestShop({ file: join(dataDir, "shop.sqlite") });
  for (const id of ids) await counter.shop.office.decideReview(id, to);
  await counter.close();
}
