import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import type { OrderLine, WantedLine } from "~/domain/order/order";
import type { OrderChange } from "~/domain/order/order-refusal";
import { choiceOf, pictureFor } from "./catalogue-rows";
import type { Queries } from "./context";

/** The current products of an order's lines, and their differences from what was shown. */

/** `lines`: one per variant. `shown`: as posted, where two may show different prices of one. */
export interface ShownLines {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  /** Undefined where staff take the order down. */
  visitor: string | undefined;
  /** Whether the cart's current content is compared too. */
  fromCart: boolean;
}

type SoldProduct = Pick<ProductTable, "id" | "slug" | "name" | "price" | "active" | "pictures">;
export type SoldVariants = Map<string, { variant: VariantTable; product: SoldProduct }>;

/** Variants that are still sold, with their products. */
export async function soldVariants(queries: Queries, variants: readonly VariantTable[]): Promise<SoldVariants> {
  const sold: SoldVariants = new Map();
  if (variants.length === 0) return sold;
  const ids = [...new Set(variants.map((variant) => variant.product_id))];
  const products = await queries
    .selectFrom("products")
    .select(["id", "slug", "name", "price", "active", "pictures"])
    .where("id", "in", ids)
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const variant of variants) {
    const product = byId.get(variant.product_id);
    if (product?.active === 1) sold.set(variant.id, { variant, product });
  }
  return sold;
}

/** All differences of the lines from what was shown. */
export async function changedLines(queries: Queries, request: ShownLines, sold: SoldVariants): Promise<OrderChange[]> {
  const { visitor, fromCart } = request;
  const inCart = fromCart && visitor !== undefined ? await cartQuantities(queries, visitor) : undefined;
  const changes: OrderChange[] = [];
  for (const [index, { variantId, quantity }] of request.lines.entries()) {
    const item = sold.get(variantId);
    if (!item) {
      changes.push({ kind: "gone", variantId });
      continue;
    }
    const { name, price } = item.product;
    const shown = request.shown.filter((line) => line.variantId === variantId);
    // Our forms post only valid quantities; other posts get the difference back.
    const possible = index < MAX_LINES && quantity <= MAX_QUANTITY && shown.every((line) => isQuantity(line.quantity));
    const now = inCart ? (inCart.get(variantId) ?? 0) : possible ? quantity : 0;
    if (now !== quantity || !possible) changes.push({ kind: "quantity", variantId, name, before: quantity, now });
    const before = shown.find((line) => line.price !== price)?.price;
    if (before !== undefined) changes.push({ kind: "price", variantId, name, before, now: price });
    const { stock } = item.variant;
    if (quantity > stock) changes.push({ kind: "stock", variantId, name, wanted: quantity, stock });
  }
  return changes;
}

export async function cartQuantities(queries: Queries, visitor: string): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom("cart_lines")
    .select(["variant_id", "quantity"])
    .where("visitor", "=", visitor)
    .execute();
  return new Map(rows.map((row) => [row.variant_id, row.quantity]));
}

export function orderLine({ variantId, quantity }: Omit<WantedLine, "price">, sold: SoldVariants): OrderLine[] {
  const item = sold.get(variantId);
  if (!item) return [];
  const { variant, product } = item;
  const picture = pictureFor(product.pictures, variant.color_slug);
  return [
    {
      variantId,
      productId: product.id,
      productSlug: product.slug,
      name: product.name,
      ...choiceOf(variant),
      ...(picture ? { picture } : {}),
      quantity,
      price: product.price,
    },
  ];
}

const isQuantity = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1;
