import { prepared } from "~/database/prepared.server";
import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/cart";
import type { OrderLine, WantedLine } from "~/domain/order";
import type { OrderChange } from "../services/orders";
import { colorOf, pictureFor, sizeOf } from "./catalogue-rows";
import type { Queries } from "./context";

/** What is sold now of what an order asks for, and how that differs from what was shown. */

/** Lines of an order: one a variant, and as they came, which may show two prices of one. */
export interface ShownLines {
  lines: WantedLine[];
  shown: readonly WantedLine[];
  visitor: string;
  /** What the cart holds by now is compared as well. */
  fromCart: boolean;
}

type SoldProduct = Pick<ProductTable, "id" | "slug" | "name" | "price" | "active" | "pictures">;
export type SoldVariants = Map<string, { variant: VariantTable; product: SoldProduct }>;

const soldProducts = prepared((queries, { ids }: { ids: readonly string[] }) =>
  queries.selectFrom("products").select(["id", "slug", "name", "price", "active", "pictures"]).where("id", "in", ids),
);

/** Those of these variants that are still sold, with what their products cost now. */
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

/** Everything about the lines that is not as it was shown. */
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
    // No form of ours yields a quantity that is none; whoever posts one is shown what there is.
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
