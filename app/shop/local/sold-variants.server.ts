import { prepared } from "~/database/prepared.server";
import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/cart";
import type { OrderLine, WantedLine } from "~/domain/order";
import type { OrderChange } from "../services/orders";
import { colorOf, pictureFor, sizeOf } from "./catalogue-rows";
import type { Queries } from "./context";

/** The current products of an order's lines, and their differences from what was shown. */

/** `lines`: one per variant. `shown`: as posted, where two may show different prices of one. */
export interface ShownLines {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  visitor: string;
  /** Whether the cart's current content is compared too. */
  fromCart: boolean;
}

type SoldProduct = Pick<ProductTable, "id" | "slug" | "name" | "price" | "active" | "pictures">;
export type SoldVariants = Map<string, { variant: VariantTable; product: SoldProduct }>;

const soldProducts = prepared((queries, { ids }: { ids: readonly string[] }) =>
  queries.selectFrom("products").select(["id", "slug", "name", "price", "active", "pictures"]).where("id", "in", ids),
);

/** Variants that are still sold, with their products. */
export async function soldVariants(queries: Queries, variants: readonly VariantTable[]): Promise<SoldVariants> {
  const sold: SoldVariants = new Map();
  if (variants.length === 0) return sold;
  const ids = [...new Set(variants.map((variant) => variant.product_id))];
  const products = await soldProducts(queries, { ids });
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const variant of variants) {
    const product = byId.get(variant.product_id);
    if (product?.active === 1) sold.set(variant.id, { variant, product });
  }
  return sold;
}

/** All differences of the lines from what was shown. */
export async function changedLines(queries: Queries, request: ShownLines, sold: SoldVariants): Promise<OrderChange[]> {
  const inCart = request.fromCart ? await cartQuantities(queries, request.visitor) : undefined;
  const changes: OrderChange[] = [];
  for (const [index, { variantId, quantity }] of request.lines.entries()) {
    const found = sold.get(variantId);
    if (!found) {
      changes.push({ kind: "gone", variantId });
      continue;
    }
    const { name, price } = found.product;
    const shown = request.shown.filter((line) => line.variantId === variantId);
    // Our forms post only valid quantities; other posts get the difference back.
    const possible = index < MAX_LINES && quantity <= MAX_QUANTITY && shown.every((line) => isQuantity(line.quantity));
    const now = inCart ? (inCart.get(variantId) ?? 0) : possible ? quantity : 0;
    if (now !== quantity || !possible) changes.push({ kind: "quantity", variantId, name, before: quantity, now });
    const before = shown.find((line) => line.price !== price)?.price;
    if (before !== undefined) changes.push({ kind: "price", variantId, name, before, now: price });
    const { stock } = found.variant;
    if (quantity > stock) changes.push({ kind: "stock", variantId, name, wanted: quantity, stock });
  }
  return changes;
}

async function cartQuantities(queries: Queries, visitor: string): Promise<Map<string, number>> {
  const rows = await linesOfCart(queries, { visitor });
  return new Map(rows.map((row) => [row.variant_id, row.quantity]));
}

const linesOfCart = prepared((queries, { visitor }: { visitor: string }) =>
  queries.selectFrom("cart_lines").select(["variant_id", "quantity"]).where("visitor", "=", visitor),
);

export function orderLine({ variantId, quantity }: WantedLine, sold: SoldVariants): OrderLine[] {
  const found = sold.get(variantId);
  if (!found) return [];
  const { variant, product } = found;
  const picture = pictureFor(product.pictures, variant.color_slug);
  return [
    {
      variantId,
      productId: product.id,
      productSlug: product.slug,
      name: product.name,
      color: colorOf(variant),
      ...sizeOf(variant),
      ...(picture ? { picture } : {}),
      quantity,
      price: product.price,
    },
  ];
}

const isQuantity = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1;
