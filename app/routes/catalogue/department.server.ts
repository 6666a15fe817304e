import type { Category, Collection } from "~/domain/catalogue";
import { note } from "~/request-context.server";
import type { ProductFilter } from "~/shop/services/catalogue";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { collectionCardOf } from "./collection-card";
import { holdsAny, loadListing } from "./listing.server";

/** Values of `subcategory` that are no sub-category. */
const marked = ["bestsellers", "new"] as const;
type Marked = (typeof marked)[number];

/**
 * The page of a top-level category: sub-categories, collections and products of the current choice.
 * @returns undefined when there is no such category
 */
export async function loadDepartment(request: Request, slug: string) {
  const { catalogue } = await getShop();
  const categories = await catalogue.categories();
  const top = categories.find((category) => category.slug === slug && category.parentId === undefined);
  if (!top) return undefined;
  const children = categories.filter(({ parentId }) => parentId === top.id);
  const requested = new Set(new URL(request.url).searchParams.getAll("subcategory"));
  const only = requested.size === 1 ? marked.find((known) => requested.has(known)) : undefined;
  // Two values, or an unknown one, count as none.
  const child = requested.size === 1 ? children.find((category) => requested.has(category.slug)) : undefined;
  const chip = only ?? child?.slug ?? "all";
  const whole = [top.id, ...children.map(({ id }) => id)];
  const family = child ? [child.id] : whole;
  const [collections, hasBestsellers, hasNew, listing] = await Promise.all([
    unlessUnavailable(collectionsOf(child, family)),
    holdsAny(filterOf(whole, "bestsellers")),
    holdsAny(filterOf(whole, "new")),
    loadListing(request, filterOf(family, only), chip === "all" ? {} : { subcategory: chip }),
  ]);
  if (!collections) note({ isIncomplete: true });
  return {
    name: top.name,
    slug: top.slug,
    description: top.description,
    image: top.image,
    chip,
    hasBestsellers,
    hasNew,
    children: children.map(cardOf),
    /** Undefined when they cannot be loaded; the page is shown without them. */
    collections: collections?.map(collectionCardOf),
    listing,
  };
}

/** A category's own collections; for a sub-category those that hold some of its products. */
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
