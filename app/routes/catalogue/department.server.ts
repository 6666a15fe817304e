import type { Category, Collection } from "~/domain/catalogue";
import { note } from "~/request-context.server";
import type { ProductFilter } from "~/shop/services/catalogue";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { loadListing } from "./listing.server";

/** What can be asked of a top-level category beside its sub-categories: everything, or what is marked so. */
const marked = ["bestsellers", "new"] as const;
type Marked = (typeof marked)[number];

/**
 * A top-level category as its page shows it: its sub-categories, the collections of what is asked for, the products.
 * @param slug of the category
 * @returns undefined when there is no such category
 */
export async function loadDepartment(request: Request, slug: string) {
  const { catalogue } = await getShop();
  const categories = await catalogue.categories();
  const top = categories.find((category) => category.slug === slug && category.parentId === undefined);
  if (!top) return undefined;
  const children = categories.filter(({ parentId }) => parentId === top.id);
  const asked = new Set(new URL(request.url).searchParams.getAll("subcategory"));
  const only = asked.size === 1 ? marked.find((known) => asked.has(known)) : undefined;
  // Two at once, or one that we do not know, is none.
  const child = asked.size === 1 ? children.find((category) => asked.has(category.slug)) : undefined;
  const chip = only ?? child?.slug ?? "all";
  const family = child ? [child.id] : [top.id, ...children.map(({ id }) => id)];
  const [collections, listing] = await Promise.all([
    unlessUnavailable(collectionsOf(child, family)),
    loadListing(request, filterOf(family, only), chip === "all" ? {} : { subcategory: chip }),
  ]);
  if (!collections) note({ isIncomplete: true });
  return {
    name: top.name,
    slug: top.slug,
    description: top.description,
    image: top.image,
    chip,
    children: children.map(cardOf),
    /** Undefined when they cannot be loaded; the rest of the page can. */
    collections: collections?.map(collectionCardOf),
    listing,
  };
}

/** Of a category those that belong to it; of a sub-category those that hold some of its products. */
async function collectionsOf(child: Category | undefined, family: readonly string[]): Promise<Collection[]> {
  const { catalogue } = await getShop();
  if (child) return catalogue.collections({ categoryIds: [child.id] });
  return (await catalogue.collections()).filter(({ categoryId }) => family.includes(categoryId ?? ""));
}

const filterOf = (categoryIds: readonly string[], only: Marked | undefined): ProductFilter => ({
  categoryIds,
  ...(only ? { only } : {}),
});

const cardOf = ({ slug, name, image, productCount }: Category) => ({ slug, name, image, productCount });

/** What a collection's card shows, and no more: the browser gets it twice, as a page and as data. */
export const collectionCardOf = ({ slug, name, description, image }: Collection) => ({
  slug,
  name,
  description,
  image,
});

/** What the page can do without when the shop cannot give it now. */
export async function unlessUnavailable<Value>(wanted: Promise<Value>): Promise<Value | undefined> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}
