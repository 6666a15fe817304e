import { ONE_COLOR, sizeWords } from "~/domain/catalogue/size";
import { formatDinars } from "~/domain/values/money";
import type { ManualOrderOffice, ProductToSell } from "~/shop/services/manual-order-office";

/** What an order can be added to, as a search for it shows it. */
export type FoundProduct = Awaited<ReturnType<typeof productsFound>>[number];

interface FoundColor {
  /** Empty where a product has none. */
  name: string;
  variants: { id: string; kind: string; size: string; stock: number }[];
}

export const productsFound = async (office: Pick<ManualOrderOffice, "productsToSell">, typed: string) =>
  (await office.productsToSell(typed)).map(({ id, name, price, variants }) => ({
    ...{ id, name, price: formatDinars(price), colors: byColor(variants) },
  }));

/** @returns the variants of each colour, in their sequence */
function byColor(variants: ProductToSell["variants"]): FoundColor[] {
  const colors = new Map<string, FoundColor>();
  for (const variant of variants) {
    const { slug, name } = variant.color;
    const color = colors.get(slug) ?? { name: slug === ONE_COLOR.slug ? "" : name, variants: [] };
    const [, kind = "", size = ""] = /^(pointure )?(.*)$/.exec(sizeWords(variant)) ?? [];
    color.variants.push({ id: variant.id, kind, size, stock: variant.stock });
    colors.set(slug, color);
  }
  return [...colors.values()];
}
