import * as schemas from "~/api/tolerant-schemas.server";
import {
  type Category,
  type Collection,
  type Color,
  MAX_STOCK,
  type Picture,
  type Product,
  type Variant,
} from "~/domain/catalogue/catalogue";
import { pickFields } from "~/domain/catalogue/product-fields";
import { FIRST_PLACE, isEuSize, ONE_COLOR, ONE_SIZE } from "~/domain/catalogue/size";
import { slugOf } from "~/domain/catalogue/slug";
import { type Fields, fields } from "~/domain/content/content-values";
import type { StoredSection } from "~/domain/content/section";
import type { Commune, PickupPoint, Wilaya } from "~/domain/delivery/delivery";
import { text, unlessFalse } from "~/domain/values/tolerant";

/**
 * Converts the API's answers, parsed by `api/tolerant-schemas.server.ts`, to this shop's types.
 * What cannot be sold (no identifier, name, price or size) is left out. Pictures keep the API's
 * addresses until `catalogueWithSources`.
 */

export interface ReadProduct extends Product {
  active: boolean;
  /** The API named no address: this one is made of its name. */
  hasOwnSlug?: true;
}

export interface Catalogue {
  categories: Category[];
  collections: Collection[];
  products: ReadProduct[];
  /** Fewer came than the API counts: of those that did not come nothing is known. */
  endsEarly: boolean;
  /** Undefined when the API could not answer: the stored ones stay. */
  sections: StoredSection[] | undefined;
}

/** Says of a product, by its identifier, what keeps it from being sold or found. */
export type Tell = (id: string, why: string) => void;

export function productsIn(answer: unknown, tell: Tell): ReadProduct[] | undefined {
  return schemas.productList.parse(answer)?.flatMap((product) => productFrom(product, tell) ?? []);
}

export function productFrom(answer: unknown, tell?: Tell): ReadProduct | undefined {
  const { data, error } = schemas.product.safeParse(answer);
  const product = data && productOf(data, fields(answer));
  if (!product) tell?.(text.parse(fields(answer).id) || "?", error?.issues[0]?.message ?? "sans taille lisible");
  return product;
}

function productOf(product: schemas.ReceivedProduct, told: Fields): ReadProduct | undefined {
  const { id, name, price: listed, salePrice, oldPrice, comparePrice, collectionId } = product;
  // The sale price counts when there is one (section 3); 0 is none.
  const price = salePrice ? Math.min(salePrice, listed) : listed;
  const before = Math.max(listed, oldPrice || comparePrice || 0);
  const variants = variantsOf(product, told).map((variant) => ({
    ...variant,
    stock: Math.min(MAX_STOCK, variant.stock),
  }));
  if (variants.length === 0) return undefined;
  const pictures = picturesOf(product, variants);
  const [picture] = pictures;
  return {
    ...pickFields(product),
    id,
    slug: slugOf(product.slug || name) || slugOf(id) || id,
    ...(product.slug ? {} : { hasOwnSlug: true as const }),
    name,
    price,
    ...(before > price ? { oldPrice: before } : {}),
    gender: product.gender ?? "mixte",
    kind: product.category,
    isNew: product.isNew,
    isBestseller: product.isBestseller,
    soldOut: variants.every(({ stock }) => stock === 0),
    colors: [...new Map(variants.map(({ color }) => [color.slug, color])).values()],
    ...(picture ? { picture } : {}),
    sku: product.sku || id,
    categoryId: product.categoryId,
    ...(collectionId ? { collectionId } : {}),
    createdAt: product.createdAt,
    pictures,
    variants,
    active: product.active && product.isActive,
  };
}

function variantsOf(product: schemas.ReceivedProduct, told: Fields): Variant[] {
  const named = [...product.colors, ...product.colorDetails].map(
    ({ slug, name, hex, value }): Color => ({
      slug: colorSlug(slug || name),
      name,
      hex: hex ?? value ?? ONE_COLOR.hex,
    }),
  );
  const [first = ONE_COLOR as Color] = named;
  const ofVariants = product.variants.flatMap(({ id, sku, stock, options, ...variant }): Variant[] => {
    const { sizeLabel } = options;
    const size = sizeOf(options.size ?? options.pointure ?? variant.size, sizeLabel !== "");
    if (size === undefined) return [];
    const wanted = colorSlug(options.colorSlug || options.color);
    const match = named.find(({ slug, name }) => slug === wanted || colorSlug(name) === wanted);
    const color = match ?? (wanted ? { ...first, slug: wanted, name: options.color || wanted } : first);
    return [{ id, sku: sku || id, color, size, ...(sizeLabel ? { sizeLabel } : {}), stock }];
  });
  if (ofVariants.length > 0) return unique(ofVariants);
  const inSize = (value: number | undefined, stock: number, id = ""): Variant[] => {
    const size = sizeOf(value);
    const variantId = id || ownVariant(`${product.id}-${size}`);
    return size === undefined ? [] : [{ id: variantId, sku: variantId, color: first, size, stock }];
  };
  const fromSizes = product.sizes.flatMap(({ value, size, variantId, available, stock }) => {
    const isOffered = unlessFalse.parse(available);
    return inSize(value ?? size, isOffered ? (stock ?? (available === undefined ? 0 : UNKNOWN_STOCK)) : 0, variantId);
  });
  if (fromSizes.length > 0) return unique(fromSizes);
  const bySize = Object.entries(product.stockBySize);
  const fromStock = bySize.flatMap(([size, stock]) => inSize(schemas.size.parse(size), stock));
  if (fromStock.length > 0) return unique(fromStock);
  return inOneSize(product, told, first);
}

/** In one spelling; as it is written where it has no Latin letter. */
const colorSlug = (name: string) => slugOf(name) || name;

/** Section 5: as many may be ordered when nobody says how many there are. */
const UNKNOWN_STOCK = 99;

/** What has no sizes comes in one, and so does a single variant without any. */
function inOneSize({ id, variants, ...product }: schemas.ReceivedProduct, told: Fields, color: Color): Variant[] {
  const one = { color, size: FIRST_PLACE, sizeLabel: ONE_SIZE };
  const [only, ...others] = variants;
  if (only && others.length === 0 && product.sizes.length === 0)
    return [{ ...one, id: only.id, sku: only.sku || only.id, stock: only.stock }];
  const lists = [told.variants, told.sizes, told.stockBySize].filter((list) => list !== undefined && list !== null);
  if (lists.some((list) => typeof list !== "object" || Object.keys(list as object).length > 0)) return [];
  const variant = ownVariant(id);
  // An empty list may be that of a shop that lists what it has.
  const stock = product.stockQuantity ?? product.stock ?? (lists.length > 0 ? 0 : UNKNOWN_STOCK);
  return [{ ...one, id: variant, sku: variant, stock }];
}

/** Begins the identifiers of variants that are made up here, which the API would not know. */
const OWN = "~";
export const ownVariant = (id: string) => `${OWN}${id}`;
export const isOwnVariant = (id: string) => id.startsWith(OWN);
/** As 0.1.0 called them. */
export const withoutMark = (id: string) => id.slice(OWN.length);

/** Unique by id, and by colour and size. */
function unique(variants: Variant[]): Variant[] {
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  return [...new Map([...byId.values()].map((variant) => [`${variant.color.slug} ${variant.size}`, variant])).values()];
}

/** An EU size, or the place of a size in words, which another shop may count from 0 on. */
function sizeOf(size: number | undefined, isPlace = false): number | undefined {
  if (size === undefined) return undefined;
  if (!isPlace) return isEuSize(size) && size >= 1 && size <= 60 ? size : undefined;
  if (!Number.isInteger(size)) return undefined;
  return size < FIRST_PLACE ? size + FIRST_PLACE : size;
}

/** As many as an imported product may have. */
const MOST_PICTURES = 20;

function picturesOf({ images, image, name }: schemas.ReceivedProduct, variants: Variant[]): Picture[] {
  const color = variants[0]?.color.slug ?? "";
  const all = images.length > 0 ? images.slice(0, MOST_PICTURES) : [{ url: image, alt: "", color: "" }];
  return all.flatMap(({ url, alt, ...picture }) =>
    url === undefined ? [] : [{ src: url, alt: alt || name, color: colorSlug(picture.color) || color }],
  );
}

export function categoriesIn(answer: unknown): Category[] | undefined {
  return schemas.categoryList.parse(answer)?.map(({ id, slug, name, description, parentId, image, _count }) => ({
    id,
    slug: slugOf(slug || name) || id,
    name,
    description,
    ...(parentId ? { parentId } : {}),
    ...(image === undefined ? {} : { image }),
    productCount: _count.products,
  }));
}

export function collectionsIn(answer: unknown): Collection[] | undefined {
  return schemas.collectionList
    .parse(answer)
    ?.map(({ id, slug, name, description, categoryId, productCount, images, ...rest }) => {
      const image = rest.image ?? rest.heroImage ?? images[0]?.url;
      return {
        id,
        slug: slugOf(slug || name) || id,
        name,
        description,
        ...(categoryId ? { categoryId } : {}),
        ...(image === undefined ? {} : { image }),
        productCount,
      };
    });
}

/** Undefined when the answer is no list of sections (section 5). */
export function sectionsIn(answer: unknown): StoredSection[] | undefined {
  return schemas.homeSections
    .parse(answer)
    ?.filter(({ enabled, isVisible }) => enabled && isVisible)
    .map((section, index) => ({ ...section, order: section.order ?? index }))
    .sort((a, b) => a.order - b.order)
    .map(({ id, type, title, subtitle, description, content }, index) => ({
      id: id || `section-${index + 1}`,
      type,
      title,
      subtitle,
      description,
      content,
    }))
    .filter(({ id }, index, all) => all.findIndex((section) => section.id === id) === index);
}

/* Pictures */

/** This shop's source of a picture with the API's address; undefined while it has none. */
type SrcOf = (named: string) => string | undefined;

/** The catalogue with this shop's picture sources. Lists' pictures are wanted before galleries'. */
export function catalogueWithSources(catalogue: Catalogue, srcOf: SrcOf): Catalogue {
  const sections = catalogue.sections?.map((section) => ({ ...section, content: withImages(section.content, srcOf) }));
  const collections = catalogue.collections.map((collection) => withImage(collection, srcOf));
  const categories = catalogue.categories.map((category) => withImage(category, srcOf));
  for (const { picture } of catalogue.products) if (picture) srcOf(picture.src);
  const products = catalogue.products.map((product) => productWithSources(product, srcOf));
  return { ...catalogue, sections, collections, categories, products };
}

export function productWithSources({ picture: _, ...product }: ReadProduct, srcOf: SrcOf): ReadProduct {
  const pictures = product.pictures.flatMap((original) => {
    const src = srcOf(original.src);
    return src === undefined ? [] : [{ ...original, src }];
  });
  const [picture] = pictures;
  return { ...product, ...(picture ? { picture } : {}), pictures };
}

function withImage<Item extends { image?: string }>({ image, ...item }: Item, srcOf: SrcOf) {
  const src = image && srcOf(image);
  return src ? { ...item, image: src } : item;
}

function withImages(value: unknown, srcOf: SrcOf, depth = 0): unknown {
  if (depth > 8) return undefined;
  if (Array.isArray(value)) return value.map((item) => withImages(item, srcOf, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === "image" && typeof inner === "string" ? (srcOf(inner) ?? null) : withImages(inner, srcOf, depth + 1),
    ]),
  );
}

/* The courier */

const unlessServed = (served: boolean) => (served ? {} : { unserved: true as const });

export function wilayasIn(answer: unknown): Wilaya[] | undefined {
  return schemas.wilayaList.parse(answer)?.map(({ id, name, nameAr, newer, served }) => ({
    id,
    name,
    nameAr: nameAr || name,
    ...(newer.length > 0 ? { newer } : {}),
    ...unlessServed(served),
  }));
}

export function communesIn(answer: unknown, wilayaId: number): Commune[] | undefined {
  return schemas.communeList
    .parse(answer)
    ?.filter(({ wilaya_id }) => (wilaya_id ?? wilayaId) === wilayaId)
    .map(({ id, name, nameAr, has_stop_desk, served }) => ({
      id,
      wilayaId,
      name,
      nameAr: nameAr || name,
      hasPickupPoint: has_stop_desk,
      ...unlessServed(served),
    }));
}

export function pickupPointsIn(answer: unknown, communeId: number): PickupPoint[] | undefined {
  return schemas.centerList.parse(answer)?.flatMap(({ id, center_id, commune_id, name, address }) => {
    const key = id ?? center_id;
    return key === undefined || (commune_id ?? communeId) !== communeId ? [] : [{ id: key, name, address, communeId }];
  });
}
