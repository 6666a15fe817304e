import type { Picture } from "~/domain/catalogue/catalogue";
import { nouns } from "~/domain/catalogue/product-title";
import { DAY } from "~/domain/values/durations";
import type { DemoCategory, DemoCollection, DemoProduct, DemoReview, View } from "./demo/types";
import type { WrittenProduct } from "./product-rows";
import type { CategoryTable, CollectionTable } from "./schema/catalogue";
import type { ReviewTable } from "./schema/orders";

/** The demo catalogue as rows; pure, so that every seed is the same. */

const viewNames: Record<View, string> = {
  three_quarter: "vue de trois quarts",
  side: "vue de profil",
  top: "vue de dessus",
  sole: "vue de la semelle",
  pair: "vue de la paire",
  rear: "vue de l'arrière",
  detail: "vue de détail",
};

/** @param products of the category and its children; the newest one's "pair" view is the image */
export function categoryRow(category: DemoCategory, position: number, products: DemoProduct[]): CategoryTable {
  const pictures = [...products].sort((a, b) => a.daysOld - b.daysOld).flatMap(picturesOf);
  const pair = category.parent ? undefined : pictures.find(({ src }) => src.endsWith("-pair"));
  return {
    id: categoryId(category.slug),
    slug: category.slug,
    name: category.name,
    description: category.description,
    parent_id: category.parent ? categoryId(category.parent) : null,
    image: (pair ?? pictures[0])?.src ?? null,
    position,
  };
}

export function collectionRow(collection: DemoCollection, position: number, products: DemoProduct[]): CollectionTable {
  const cover = products.find((product) => product.slug === collection.cover);
  return {
    id: collectionId(collection.slug),
    slug: collection.slug,
    name: collection.name,
    description: collection.description,
    category_id: collection.category ? categoryId(collection.category) : null,
    image: collection.image ?? (cover && picturesOf(cover)[0]?.src) ?? null,
    position,
  };
}

/** @param now in milliseconds; the product is `daysOld` days older */
export function productOf(product: DemoProduct, now: number): WrittenProduct {
  return {
    isNew: false,
    isBestseller: false,
    ...product,
    specifications: Object.entries(product.specifications).map(([name, value]) => ({ name, value })),
    id: productId(product),
    categoryId: categoryId(product.category),
    ...(product.collection ? { collectionId: collectionId(product.collection) } : {}),
    active: true,
    createdAt: new Date(now - product.daysOld * DAY),
    colors: product.colors.map(({ slug, name, hex }) => ({ slug, name, hex })),
    pictures: picturesOf(product),
    // One variant for every colour in every size.
    variants: product.colors.flatMap((color) =>
      product.sizes.map((size) => {
        const sku = `${product.sku}-${color.slug.toUpperCase()}-${size}`;
        return { id: sku.toLowerCase(), sku, color, size, stock: color.stockBySize?.[size] ?? color.stock };
      }),
    ),
  };
}

/** Only pictures that exist; a colour without any is shown with the first colour's by the shop. */
function picturesOf(product: DemoProduct): Picture[] {
  const kind = nouns[product.kind];
  const isNamed = product.name.toLowerCase().startsWith(kind);
  const subject = isNamed ? product.name : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${product.name}`;
  return product.colors.flatMap((color) =>
    color.views.map((view) => ({
      src: `${product.slug}/${color.slug}-${view}`,
      alt: `${subject}, ${color.name.toLowerCase()}, ${viewNames[view]}`,
      color: color.slug,
    })),
  );
}

/** @param now in milliseconds; the review is `daysOld` days older */
export function reviewRow(review: DemoReview, products: DemoProduct[], now: number): ReviewTable {
  const { rating, fit, text, daysOld } = review;
  const product = products.find(({ slug }) => slug === review.product);
  if (!product) throw new Error(`No demo product ${review.product}.`);
  const reviewed = { order_id: null, variant_id: null, product_id: productId(product), author: "", wilaya: "" };
  const id = `demo-${product.sku.toLowerCase()}-${daysOld}`;
  return { id, ...reviewed, rating, fit, text, state: "published", created_at: now - daysOld * DAY };
}

const productId = (product: DemoProduct) => `p-${product.sku.toLowerCase()}`;
const categoryId = (slug: string) => `c-${slug}`;
const collectionId = (slug: string) => `g-${slug}`;
