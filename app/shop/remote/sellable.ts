import { NO_CATEGORY } from "~/domain/catalogue/catalogue";
import { topsOf } from "~/domain/catalogue/department";
import type { Catalogue, ReadProduct, Tell } from "./read-answers";

/**
 * Makes slugs, references and variant ids unique, and drops unknown collections. Without a known
 * category the gender's decides, if there is one; what has neither is in /shop only.
 * @param stored the products that are stored, retired ones too
 */
export function sellable(
  { categories, collections, products }: Catalogue,
  stored: readonly Addressed[],
  tell: Tell,
): ReadProduct[] {
  const categoryIds = new Set(categories.map(({ id }) => id));
  const collectionIds = new Set(collections.map(({ id }) => id));
  const taken: Taken = { skus: new Set(), variants: new Set() };
  const byId = new Map(products.map((product) => [product.id, product]));
  // Retired products keep their addresses, for the day on which they come back.
  const slugs = slugsOf([...stored, ...products], stored);
  const departmentOf = ({ gender }: ReadProduct) => (gender === "mixte" ? [] : topsOf(gender, categories))[0]?.id;
  return [...byId.values()].flatMap((product) => {
    const categoryId = categoryIds.has(product.categoryId) ? product.categoryId : departmentOf(product);
    if (categoryId === undefined && product.gender === "mixte")
      tell(product.id, "sans catégorie connue ni genre, il n'est que dans /shop");
    const unique = uniqueProduct(product, slugs, taken);
    if (!unique) {
      tell(product.id, "toutes ses variantes ont l'identifiant de celles d'un autre produit");
      return [];
    }
    const sold = new Set(unique.variants.map(({ id }) => id));
    const others = product.variants.flatMap(({ id }) => (sold.has(id) ? [] : [id])).join(", ");
    if (others) tell(product.id, `sans les variantes dont un autre produit a l'identifiant\u00a0: ${others}`);
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
  skus: Set<string>;
  /** Their ids. */
  variants: Set<string>;
}

/**
 * The product as the database takes it; undefined where all its variants are another's.
 * @param slugs as of `slugsOf`
 * @param taken collects what is given
 */
export function uniqueProduct(
  product: ReadProduct,
  slugs: ReadonlyMap<string, string>,
  { skus, variants }: Taken,
): ReadProduct | undefined {
  const own = product.variants.filter(({ id }) => !variants.has(id) && variants.add(id));
  if (own.length === 0) return undefined;
  return {
    ...product,
    slug: slugs.get(product.id) ?? product.slug,
    sku: uniqueText(product.sku, product.id, skus),
    variants: own.map((variant) => ({ ...variant, sku: uniqueText(variant.sku, variant.id, skus) })),
  };
}

/** A product's address while others are written (`makeRoom`); 0.1.0 gave it to what was gone. */
const asideOf = (id: string) => `${id}~`;

interface Addressed extends Pick<ReadProduct, "id" | "slug" | "hasOwnSlug"> {}

/**
 * Each one's slug, by id. An address that was published stays its owner's, also where another asks
 * for it first, or where the API names none and changes the name that it was made of.
 * @param wanted with the slugs that the API has for them; of two with one id the last counts
 */
export function slugsOf(wanted: readonly Addressed[], stored: readonly Addressed[]): Map<string, string> {
  const wantedBy = new Map(wanted.map((one) => [one.id, one]));
  const kept = stored.filter(({ id, slug }) => {
    const own = wantedBy.get(id);
    const isPublished = slug !== asideOf(id);
    return own && ((own.hasOwnSlug && isPublished) || slug === own.slug || slug.startsWith(`${own.slug}-${id}`));
  });
  const slugs = new Map(kept.map(({ id, slug }) => [id, slug]));
  const taken = new Set(slugs.values());
  for (const [id, { slug }] of wantedBy) if (!slugs.has(id)) slugs.set(id, uniqueText(slug, id, taken));
  return slugs;
}

/** The text, with the id of its owner where another has it. @param taken collects what is given */
function uniqueText(text: string, id: string, taken: Set<string>): string {
  if (taken.has(text)) return uniqueText(`${text}-${id}`, id, taken);
  taken.add(text);
  return text;
}
