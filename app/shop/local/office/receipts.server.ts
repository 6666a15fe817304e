import type { VariantTable } from "~/database/schema/catalogue";
import { fillStockIndex } from "~/database/stock-index";
import type { Actor } from "~/domain/office/journal";
import type { ReceiptOffice, ReceiptPage } from "../../services/receipt-office";
import { variantOf } from "../catalogue-rows";
import { type Context, digest, type Queries } from "../context";
import { writeJournal } from "../journal.server";
import { lockVariants, variantsOf } from "../stock.server";

export function receiptOffice(context: Context): ReceiptOffice {
  const { database } = context;
  const { db } = database;

  return {
    async receiptPage(slug, key) {
      const product = await productBySlug(db, slug);
      if (!product) return undefined;
      const rows = (await variantsOf(db, [product.id])).get(product.id) ?? [];
      return { name: product.name, sizes: rows.map(variantOf), noted: await notedBy(db, product.id, key) };
    },

    receive: ({ slug, key, came }, by) =>
      database.transact(async (transaction) => {
        const product = await productBySlug(transaction, slug);
        if (!product) return { outcome: "changed" };
        const rows = await lockVariants(transaction, [...came.keys()]);
        // Two posts of one form may name different sizes: the second reads what the first noted.
        await lockProduct(transaction, product.id);
        const noted = await notedBy(transaction, product.id, key);
        if (noted.length > 0) {
          const skus = new Map(rows.map(({ id, sku }) => [sku, came.get(id)]));
          const isSame =
            noted.length === came.size && noted.every((one) => skus.get(one.sku) === one.stock - one.before);
          return { outcome: isSame ? "noted" : "key-used" };
        }
        const own = rows.filter(({ product_id }) => product_id === product.id);
        if (own.length < came.size) return { outcome: "changed" };
        const changes = own
          .sort((one, other) => one.position - other.position)
          .map((row) => ({ row, stock: row.stock + (came.get(row.id) ?? 0) }));
        const short = changes.filter(({ stock }) => stock < 0);
        if (short.length > 0) return { outcome: "too-few", ids: short.map(({ row }) => row.id) };
        await writeStocks(context, transaction, product.id, changes, by, formOf(product.id, key));
        return { outcome: "noted" };
      }),
  };
}

const productBySlug = (queries: Queries, slug: string) =>
  queries.selectFrom("products").select(["id", "name"]).where("slug", "=", slug).executeTakeFirst();

const lockProduct = (queries: Queries, id: string) =>
  queries.selectFrom("products").select("name").where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** How the ids of a form's rows of the journal begin: nothing else keeps what it has noted. */
const formOf = (productId: string, key: string) => digest(`${productId} ${key}`);
const rowIdOf = (form: string, index: number) => `${form}-${String(index).padStart(3, "0")}`;

async function notedBy(queries: Queries, productId: string, key: string): Promise<ReceiptPage["noted"]> {
  const form = formOf(productId, key);
  const first = queries.selectFrom("journal").select("at").where("id", "=", rowIdOf(form, 0));
  const rows = await queries
    .selectFrom("journal")
    .select(["id", "before", "after"])
    .where("subject", "=", "product")
    .where("subject_id", "=", productId)
    .where("at", "=", first)
    .orderBy("id")
    .execute();
  return rows
    .filter(({ id }) => id.startsWith(form))
    .map(({ before, after }) => {
      const [[sku = "", stock = 0] = []] = fieldsOf(after);
      const [[, had = 0] = []] = fieldsOf(before);
      return { sku, before: had, stock };
    });
}

const fieldsOf = (json: string | null) => Object.entries(JSON.parse(json ?? "{}") as Record<string, number>);

/**
 * Sets the stocks of locked variants of a product, with a row of the journal for each.
 * @param form how the ids of these rows begin, for the form of a receipt
 */
export async function writeStocks(
  context: Context,
  queries: Queries,
  productId: string,
  changes: readonly { row: Pick<VariantTable, "id" | "sku" | "stock">; stock: number }[],
  by: Actor,
  form?: string,
): Promise<void> {
  for (const { row, stock } of changes)
    await queries.updateTable("variants").set({ stock }).where("id", "=", row.id).execute();
  const { name } = await lockProduct(queries, productId);
  await fillStockIndex(queries, [productId]);
  const change = { by, action: "stock-set", subject: "product", id: productId, name } as const;
  const at = context.now();
  const moment = { ...context, now: () => at };
  for (const [index, { row, stock }] of changes.entries())
    await writeJournal(moment, queries, {
      ...change,
      before: { [row.sku]: row.stock },
      after: { [row.sku]: stock },
      rowId: form && rowIdOf(form, index),
    });
}
