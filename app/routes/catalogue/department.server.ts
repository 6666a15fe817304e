import type { Category, Collection } from "~/domain/catalogue/catalogue";
import {
  type DepartmentGender,
  departmentIn,
  departmentNames,
  departmentSlugs,
  topsOf,
} from "~/domain/catalogue/department";
import { addToContext } from "~/request-context.server";
import type { ProductFilter } from "~/shop/services/catalogue";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { holdsAny, loadListing } from "./listing.server";

/** Values of `subcategory` that are no sub-category, unless one is called so. */
const marked = ["bestsellers", "new"] as const;

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
  const ids = [top.id, ...children.map(({ id }) => id)];
  return loadParts(request, { ...top, children, ids, whole: { categoryIds: ids } });
}

/** The page of a gender, also where no category is called so. */
export async function loadAudience(request: Request, gender: DepartmentGender) {
  const { catalogue } = await getShop();
  const categories = await catalogue.categories();
  const department = departmentIn(gender, categories);
  const [top] = topsOf(gender, categories);
  const children = categories.filter(
    ({ id, parentId }) => parentId !== undefined && department.categoryIds.includes(id),
  );
  const named = top ?? {
    name: departmentNames[gender],
    slug: departmentSlugs[gender],
    description: "",
    image: undefined,
  };
  return loadParts(request, { ...named, children, ids: department.categoryIds, whole: { department } });
}

interface Parted extends Pick<Category, "name" | "slug" | "description"> {
  image?: string | undefined;
  children: readonly Category[];
  ids: readonly string[];
  /** All of its products. */
  whole: ProductFilter;
}

async function loadParts(request: Request, top: Parted) {
  const { name, slug, description, image, whole } = top;
  const requested = new Set(new URL(request.url).searchParams.getAll("subcategory"));
  const childCalled = (called: string | undefined) => top.children.find((child) => child.slug === called);
  // Two values, or an unknown one, count as none.
  const [asked] = requested.size === 1 ? requested : [];
  const child = childCalled(asked);
  const only = child ? undefined : marked.find((candidate) => candidate === asked);
  // What leads to nothing is left out, unless it was asked for.
  const children = top.children.filter((category) => category.productCount > 0 || category === child);
  const chip = only ?? child?.slug ?? "all";
  const shown = child ? { categoryIds: [child.id] } : whole;
  const [collections, hasBestsellers, hasNew, listing] = await Promise.all([
    unlessUnavailable(collectionsOf(child, top.ids)),
    !childCalled("bestsellers") && holdsAny({ ...whole, only: "bestsellers" }),
    !childCalled("new") && holdsAny({ ...whole, only: "new" }),
    loadListing(request, { ...shown, ...(only ? { only } : {}) }, chip === "all" ? {} : { subcategory: chip }),
  ]);
  // The page is shown without them.
  if (!collections) addToContext({ isIncomplete: true });
  return { name, slug, description, image, chip, hasBestsellers, hasNew, children, collections, listing };
}

/** A category's own collections; for a sub-category those that hold some of its products. */
async function collectionsOf(child: Category | undefined, family: readonly string[]): Promise<Collection[]> {
  const { catalogue } = await getShop();
  if (child) return catalogue.collections({ categoryIds: [child.id] });
  return (await catalogue.collections()).filter(
    ({ categoryId, productCount }) => family.includes(categoryId ?? "") && productCount > 0,
  );
}
