import {
  type Category,
  type Collection,
  type Color,
  genders,
  kinds,
  type Picture,
  type Product,
  type Variant,
} from "~/domain/catalogue";
import { type Fields, fields, color as hexOf, numberIn, records, text as textIn } from "~/domain/content-values";
import type { Commune, Fees, PickupPoint, Wilaya } from "~/domain/delivery";
import type { HomeSection } from "~/domain/section";
import { FIRST_PLACE, ONE_COLOR } from "~/domain/size";
import { storable } from "../local/text.server";

/**
 * What an API answers, understood: both shapes of every answer (section 7), fields under any of the names that section 3 gives
 * them. What is missing gets a default where there is one; what cannot be sold (no identifier, name, price or size) is left out.
 * Pictures are named as the API names them, until `withPictures` has been told what this shop calls them.
 */

/** A list as such, or below one of these names; undefined when there is none. */
function listIn(answer: unknown, ...names: string[]): Fields[] | undefined {
  if (Array.isArray(answer)) return records(answer);
  const within = names.map((name) => fields(answer)[name]).find(Array.isArray);
  return within && records(within);
}

const LONGEST = 20_000;
const long = (value: unknown) => (typeof value === "string" ? storable(value.slice(0, LONGEST)).trim() : "");
export const text = (value: unknown) => storable(textIn(value));
const id = (value: unknown) => text(value).slice(0, 100);
const texts = (value: unknown) => (Array.isArray(value) ? value.map(text).filter((one) => one !== "") : []);
const isTrue = (value: unknown) => value === true || value === 1;
const whole = (value: unknown, usual: number) => Math.round(numberIn(value, usual, 0, 100_000_000));

export function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
}

export interface ReadProduct extends Product {
  active: boolean;
}

export interface Catalogue {
  categories: Category[];
  collections: Collection[];
  products: ReadProduct[];
  /** Undefined when the API could not say: what there was stays. */
  sections: HomeSection[] | undefined;
}

export function productsIn(answer: unknown): ReadProduct[] | undefined {
  return listIn(answer, "products", "data")?.flatMap((one) => productFrom(one) ?? []);
}

export function productFrom(product: Fields): ReadProduct | undefined {
  const [key, name] = [id(product.id), text(product.name)];
  // numberIn brings what is out of bounds within them: nothing costs less than nothing, and nothing is free.
  const listed = Math.round(numberIn(product.price, 0, 0, 100_000_000));
  if (!key || !name || listed <= 0) return undefined;
  // What is on sale costs its sale price (section 3).
  const sale = whole(product.salePrice, listed);
  const price = sale > 0 ? Math.min(sale, listed) : listed;
  const before = Math.max(listed, whole(product.oldPrice ?? product.comparePrice, 0));
  const variants = variantsOf(product, key);
  if (variants.length === 0) return undefined;
  const pictures = picturesOf(product, name, variants);
  const colors = [...new Map(variants.map(({ color }) => [color.slug, color])).values()];
  const [picture] = pictures;
  const collectionId = id(product.collectionId);
  return {
    id: key,
    slug: slugOf(text(product.slug) || name) || slugOf(key) || key,
    name,
    price,
    ...(before > price ? { oldPrice: before } : {}),
    gender: genders.find((known) => known === product.gender) ?? "mixte",
    kind: kinds.find((known) => known === product.category || known === fields(product.category).slug) ?? "autres",
    isNew: isTrue(product.isNew),
    isBestseller: isTrue(product.isBestseller),
    soldOut: variants.every(({ stock }) => stock === 0),
    colors,
    ...(picture ? { picture } : {}),
    sku: id(product.sku) || key,
    description: long(product.description),
    care: long(product.care),
    features: texts(product.features),
    specifications: records(product.specifications).flatMap(({ name, value }) =>
      text(name) && text(value) ? [{ name: text(name), value: text(value) }] : [],
    ),
    rating: numberIn(product.rating, 0, 0, 5),
    reviewCount: whole(product.reviewCount, 0),
    categoryId: id(product.categoryId),
    ...(collectionId ? { collectionId } : {}),
    tags: texts(product.tags),
    createdAt: dateOf(product.createdAt),
    pictures,
    variants,
    active: product.active !== false && product.isActive !== false,
  };
}

function dateOf(value: unknown): Date {
  const date = new Date(typeof value === "string" || typeof value === "number" ? value : 0);
  return Number.isNaN(date.getTime()) || Math.abs(date.getTime()) > 8e14 ? new Date(0) : date;
}

function variantsOf(product: Fields, key: string): Variant[] {
  const named = [...records(product.colors), ...records(product.colorDetails)].flatMap((one) => colorOf(one) ?? []);
  const [first = ONE_COLOR as Color] = named;
  const found = records(product.variants).flatMap((variant): Variant[] => {
    const options = fields(variant.options);
    const sizeLabel = text(options.sizeLabel);
    const size = sizeOf(options.size ?? options.pointure ?? variant.size, sizeLabel !== "");
    const own = id(variant.id);
    if (!own || size === undefined) return [];
    const wanted = text(options.colorSlug) || slugOf(text(options.color));
    const known = named.find(({ slug, name }) => slug === wanted || slugOf(name) === wanted);
    const color = known ?? (wanted ? { ...first, slug: wanted, name: text(options.color) || wanted } : first);
    const labelled = sizeLabel ? { size, sizeLabel } : { size };
    return [{ id: own, sku: id(variant.sku) || own, color, ...labelled, stock: whole(variant.stock, 0) }];
  });
  if (found.length > 0) return unique(found);
  const fromSizes = records(product.sizes).flatMap((one): Variant[] => {
    const size = sizeOf(one.value ?? one.size);
    if (size === undefined) return [];
    const own = id(one.variantId) || `${key}-${size}`;
    return [{ id: own, sku: own, color: first, size, stock: one.available === false ? 0 : whole(one.stock, 0) }];
  });
  if (fromSizes.length > 0) return unique(fromSizes);
  return unique(
    Object.entries(fields(product.stockBySize)).flatMap(([value, stock]): Variant[] => {
      const size = sizeOf(value);
      const own = `${key}-${size}`;
      return size === undefined ? [] : [{ id: own, sku: own, color: first, size, stock: whole(stock, 0) }];
    }),
  );
}

/** One of each identifier, and one of each colour and size. */
function unique(variants: Variant[]): Variant[] {
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  return [...new Map([...byId.values()].map((one) => [`${one.color.slug} ${one.size}`, one])).values()];
}

/** An EU size, or the place of a size that is said in words. */
function sizeOf(value: unknown, isPlace = false): number | undefined {
  const size = numberIn(value, 0, 0, 1_000_000);
  const [least, most] = isPlace ? [FIRST_PLACE, 1_000_000] : [1, 60];
  return Number.isInteger(size) && size >= least && size <= most ? size : undefined;
}

function colorOf(color: Fields): Color | undefined {
  const name = text(color.name);
  if (!name) return undefined;
  return { slug: slugOf(text(color.slug) || name), name, hex: hexOf(color.hex ?? color.value) ?? ONE_COLOR.hex };
}

/** As many as an imported product may have. */
const MOST_PICTURES = 20;

const isNamed = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function picturesOf(product: Fields, name: string, variants: Variant[]): Picture[] {
  const [first] = variants;
  const named = Array.isArray(product.images) ? product.images.slice(0, MOST_PICTURES) : [];
  return [...named, product.image].flatMap((image, index, all) => {
    const { url, alt, color } = typeof image === "string" ? { url: image, alt: "", color: "" } : fields(image);
    const isRepeated = index === all.length - 1 && index > 0;
    if (!isNamed(url) || isRepeated) return [];
    return [{ src: url, alt: text(alt) || name, color: text(color) || (first?.color.slug ?? "") }];
  });
}

export function categoriesIn(answer: unknown): Category[] | undefined {
  return listIn(answer, "categories", "data")?.flatMap((one) => {
    const [key, name] = [id(one.id), text(one.name)];
    if (!key || !name) return [];
    const [parentId, image] = [id(one.parentId), one.image];
    return [
      {
        id: key,
        slug: slugOf(text(one.slug) || name) || key,
        name,
        description: long(one.description),
        ...(parentId ? { parentId } : {}),
        ...(isNamed(image) ? { image } : {}),
        productCount: whole(fields(one._count).products, 0),
      },
    ];
  });
}

export function collectionsIn(answer: unknown): Collection[] | undefined {
  return listIn(answer, "collections", "data")?.flatMap((one) => collectionFrom(one) ?? []);
}

/** Section 5: it counts as found only if it has an id. */
export function collectionFrom(one: Fields): Collection | undefined {
  const [key, name] = [id(one.id), text(one.name)];
  if (!key || !name) return undefined;
  const [first] = records(one.images);
  const image = [one.image, one.heroImage, first?.url].find(isNamed);
  const categoryId = id(one.categoryId);
  return {
    id: key,
    slug: slugOf(text(one.slug) || name) || key,
    name,
    description: long(one.description),
    ...(categoryId ? { categoryId } : {}),
    ...(image === undefined ? {} : { image }),
    productCount: whole(one.productCount, 0),
  };
}

/** Undefined when the answer is no list of sections (section 5). */
export function sectionsIn(answer: unknown): HomeSection[] | undefined {
  return listIn(answer, "data", "sections")
    ?.filter(({ enabled, isVisible }) => enabled !== false && isVisible !== false)
    .map((one, index) => ({ one, order: numberIn(one.order, index, -1e6, 1e6) }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }, index) => ({
      id: id(one.id) || `section-${index + 1}`,
      type: text(one.type),
      title: text(one.title),
      subtitle: text(one.subtitle),
      description: text(one.description),
      content: one.content,
    }))
    .filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index);
}

/* ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** What this shop calls a picture that the API names so; undefined when it has none of it. */
export type SrcOf = (named: string) => string | undefined;

/** The same as this shop shows it. What lists show is looked for before galleries are. */
export function withPictures(told: Catalogue, srcOf: SrcOf): Catalogue {
  const sections = told.sections?.map((one) => ({ ...one, content: contentWithPictures(one.content, srcOf) }));
  const collections = told.collections.map((one) => withImage(one, srcOf));
  const categories = told.categories.map((one) => withImage(one, srcOf));
  for (const { picture } of told.products) if (picture) srcOf(picture.src);
  const products = told.products.map((one) => productWithPictures(one, srcOf));
  return { sections, collections, categories, products };
}

export function productWithPictures({ picture: _, ...product }: ReadProduct, srcOf: SrcOf): ReadProduct {
  const pictures = product.pictures.flatMap((one) => {
    const src = srcOf(one.src);
    return src === undefined ? [] : [{ ...one, src }];
  });
  const [picture] = pictures;
  return { ...product, ...(picture ? { picture } : {}), pictures };
}

function withImage<Item extends { image?: string }>({ image, ...item }: Item, srcOf: SrcOf) {
  const src = image && srcOf(image);
  return src ? { ...item, image: src } : item;
}

function contentWithPictures(value: unknown, srcOf: SrcOf, depth = 0): unknown {
  if (depth > 8) return undefined;
  if (Array.isArray(value)) return value.map((one) => contentWithPictures(one, srcOf, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === "image" && typeof inner === "string"
        ? (srcOf(inner) ?? null)
        : contentWithPictures(inner, srcOf, depth + 1),
    ]),
  );
}

/* ── The courier ───────────────────────────────────────────────────────────────────────────────────────────────────────── */

const number = (value: unknown) => {
  const found = numberIn(value, 0, 1, 10_000_000);
  return Number.isInteger(found) && found > 0 ? found : undefined;
};

export function wilayasIn(answer: unknown): Wilaya[] | undefined {
  return listIn(answer, "wilayas", "data")?.flatMap((one) => {
    const [key, name, newer] = [number(one.id), text(one.name), texts(one.newer)];
    if (key === undefined || !name) return [];
    const more = {
      ...(newer.length > 0 ? { newer } : {}),
      ...(one.served === false ? { unserved: true as const } : {}),
    };
    return [{ id: key, name, nameAr: text(one.nameAr) || name, ...more }];
  });
}

export function communesIn(answer: unknown, wilayaId: number): Commune[] | undefined {
  return listIn(answer, "communes", "data")?.flatMap((one) => {
    const [key, name] = [number(one.id), text(one.name)];
    if (key === undefined || !name || (number(one.wilaya_id) ?? wilayaId) !== wilayaId) return [];
    const more = one.served === false ? { unserved: true as const } : {};
    const hasPickupPoint = isTrue(one.has_stop_desk);
    return [{ id: key, wilayaId, name, nameAr: text(one.nameAr) || name, hasPickupPoint, ...more }];
  });
}

export function pickupPointsIn(answer: unknown, communeId: number): PickupPoint[] | undefined {
  return listIn(answer, "centers", "data")?.flatMap((one) => {
    const [key, name] = [number(one.id ?? one.center_id), text(one.name)];
    if (key === undefined || !name || (number(one.commune_id) ?? communeId) !== communeId) return [];
    return [{ id: key, name, address: text(one.address), communeId }];
  });
}

/** Section 9: total fee, else delivery fee, else nothing that could be charged. */
export function feesFrom(value: unknown): Fees | undefined {
  const read = fields(value);
  const [total, delivery] = [read.totalFee, read.deliveryFee].map((fee) => numberIn(fee, -1, 0, 1e7));
  const totalFee = total !== undefined && total >= 0 ? total : delivery;
  if (totalFee === undefined || totalFee < 0) return undefined;
  return {
    deliveryFee: Math.round(delivery !== undefined && delivery >= 0 ? delivery : totalFee),
    codFee: whole(read.codFee, 0),
    insuranceFee: whole(read.insuranceFee, 0),
    totalFee: Math.round(totalFee),
    deliveryTime: whole(read.deliveryTime, 7),
  };
}
