import { shorten } from "~/components/layout/page-meta";
import { pictureAddress } from "~/components/ui/structured-data";
import type { Gender, Product, Variant } from "~/domain/catalogue/catalogue";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { titleOf } from "~/domain/catalogue/product-title";
import { ONE_COLOR, ONE_SIZE, sizeName, variantWords } from "~/domain/catalogue/size";
import { clean, escaped } from "~/domain/values/clean-text";
import { feedId } from "~/use-cases/feed-id.server";

/** How long a text may be (Google's product data specification). */
const MOST = { title: 150, description: 5000, brand: 70, choice: 100, morePictures: 10 };

const genders: Record<Gender, string> = { femme: "female", homme: "male", mixte: "unisex", enfant: "unisex" };

/**
 * A product's variants as items of the feed. Meta reads lines of at most 5 MB, so each field has
 * one of its own.
 */
export const feedItems = (siteUrl: string, product: Product): string =>
  product.variants.map((variant) => item(siteUrl, product, variant)).join("");

function item(siteUrl: string, product: Product, variant: Variant): string {
  const { color, size, sizeLabel } = variant;
  const [picture, ...more] = picturesOf(product, color.slug).map(({ src }) => pictureAddress(siteUrl, src));
  const words = text(variantWords(variant), MOST.choice);
  const title = text(titleOf(product), MOST.title - words.length - 2);
  const isReduced = product.oldPrice !== undefined && product.oldPrice > product.price;
  const fields: [string, string | undefined][] = [
    ["id", feedId(variant.id)],
    ["item_group_id", feedId(product.id)],
    ["title", `${title}, ${words}`],
    ["description", text(product.description, MOST.description) || title],
    ["link", siteUrl + cardPath({ slug: product.slug, shown: { variantId: variant.id, color, size } })],
    ["image_link", picture],
    ...more.slice(0, MOST.morePictures).map((address): [string, string] => ["additional_image_link", address]),
    ["price", price(isReduced ? product.oldPrice : product.price)],
    // Without dates, which no reduction of this shop has, it holds as long as it is there.
    ["sale_price", isReduced ? price(product.price) : undefined],
    ["availability", variant.stock > 0 ? "in_stock" : "out_of_stock"],
    ["condition", "new"],
    ["brand", text(product.brand, MOST.brand) || "Wahrane"],
    ["gtin", variant.gtin],
    ["color", color.slug === ONE_COLOR.slug ? undefined : text(color.name, MOST.choice)],
    ["size", sizeLabel === ONE_SIZE ? undefined : text(sizeName(variant), MOST.choice)],
    ["gender", genders[product.gender]],
    ["age_group", product.gender === "enfant" ? "kids" : "adult"],
  ];
  const lines = fields.map(([name, value]) => (value ? `<g:${name}>${escaped(value)}</g:${name}>\n` : ""));
  return `<item>\n${lines.join("")}</item>\n`;
}

/** As on the product's page: the colour's and those of no colour, or all if the colour has none. */
function picturesOf({ pictures }: Product, slug: string) {
  if (!pictures.some(({ color }) => color === slug)) return pictures;
  return [...pictures.filter(({ color }) => color === slug), ...pictures.filter(({ color }) => color === "")];
}

/** Private letters have no meaning elsewhere, and Google refuses them. */
const text = (value: string, most: number): string => shorten(clean(value).replace(/\p{Co}/gu, ""), most);

const price = (dinars: number | undefined): string => `${dinars}.00 DZD`;
