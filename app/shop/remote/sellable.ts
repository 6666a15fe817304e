import { NO_CATEGORY } from "~/domain/catalogue/catalogue";
import { topsOf } from "~/domain/catalogue/department";
import type { Catalogue, ReadProduct, Tell } from "./read";

/**
 * Makes slugs, references and variant ids unique, and drops unknown collections. Without a known
 * category the gender's decides, if there is one; what has neither is in /shop only.
 */
export function sellable({ categories, collections, products }: Catalogue, tell: Tell): ReadProduct[] {
  const categoryIds = new Set(categories.map(({ id }) => id));
  const collectionIds = new Set(collections.map(({ id }) => id));
  const taken: Taken = { slugs: new Set(), skus: new Set(), variants: new Set() };
  const byId = new Map(products.map((product) => [product.id, product]));
  const departmentOf = ({ gender }: ReadProduct) => (gender === "mixte" ? [] : topsOf(gender, categories))[0]?.id;
  return [...byId.values()].flatMap((product) => {
    const categoryId = categoryIds.has(product.categoryId) ? product.categoryId : departmentOf(product);
    if (categoryId === undefined && product.gender === "mixte")
      tell(product.id, "sans catégorie connue ni genre, il n'est que dans /shop");
    const unique = uniqueProduct(product, taken);
    if (!unique) {
      tell(product.id, "toutes ses variantes ont l'identifiant de celles d'un autre produit");
      return [];
    }
    const { collectionId, ...rest } = unique;
    return [
      {
        ...rest,
        categoryId: categoryId ?? NO_CATEGORY,
        ...(collectionId !== undefined && collectionIds.has(collectionId) ? { collectionId } : {}),
      },
    ];
  });
}

/** What other products have. */
export interface Taken {
  slugs: Set<string>;
  skus: Set<string>;
  /** Their ids. */
  variants: Set<string>;
}

/**
 * The product as the database takes it; undefined where all its variants are another's.
 * @param taken collects what is given
 */
export function uniqueProduct(product: ReadProduct, { slugs, skus, variants }: Taken): ReadProduct | undefined {
  const own = product.variants.filter(({ id }) => !variants.has(id) && variants.add(id));
  if (own.length === 0) return undefined;
  return {
    ...product,
    slug: uniqueText(product.slug, product.id, slugs),
    sku: uniqueText(product.sku, product.id, skus),
    variants: own.map((variant) => ({ ...variant, sku: uniqueText(variant.sku, variant.id, skus) })),
  };
}

/** The text, with the id of its owner where another has it. @param taken collects what is given */
export function uniqueText(text: string, id: string, taken: Set<string>): string {
  const free = taken.has(text) ? `${text}-${id}` : text;
  taken.add(free);
  return free;
}
