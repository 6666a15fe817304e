import type { TypeOf } from "zod";
import type { Account } from "~/domain/account/account";
import {
  type Category,
  type Collection,
  NO_CATEGORY,
  type Product,
  type ProductCard,
  type Variant,
} from "~/domain/catalogue/catalogue";
import { preselectedColor, preselectedSize, sizesOf } from "~/domain/catalogue/choice";
import { pickFields } from "~/domain/catalogue/product-fields";
import type { Review, ReviewedLine } from "~/domain/catalogue/review";
import { searchWords } from "~/domain/catalogue/search";
import type { StoredSection } from "~/domain/content/section";
import type { Commune, PickupPoint, Wilaya } from "~/domain/delivery/delivery";
import { type Order, statusLabels } from "~/domain/order/order";
import { nameOf } from "~/domain/order/order-texts";
import { discountPercent } from "~/domain/values/money";
import type * as schemas from "./schemas.server";

/** The shop's objects as the API writes them. Pictures become whole addresses. */

const ADULT_FROM = 36;

/** @param src as in `Picture.src` */
const pictureUrl = (siteUrl: string, src: string) => `${siteUrl}/pictures/${src}-800.jpg`;

const urlOrNull = (siteUrl: string, src: string | undefined) => (src === undefined ? null : pictureUrl(siteUrl, src));

export function productWire(
  siteUrl: string,
  product: Product,
  related?: readonly ProductCard[],
): TypeOf<typeof schemas.product> {
  const { picture, pictures, variants, colors } = product;
  // In the order of the schema.
  const { rating, reviewCount, tags, specifications, features, ...fields } = pickFields(product);
  const stock = variants.reduce((sum, variant) => sum + variant.stock, 0);
  const bySize = new Map<number, number>();
  const labels = new Map(variants.map(({ size, sizeLabel }) => [size, sizeLabel]));
  for (const { size, stock } of variants) bySize.set(size, (bySize.get(size) ?? 0) + stock);
  const sizes = [...bySize].sort(([a], [b]) => a - b);
  const colorDetails = colors.map(({ slug, name, hex }) => ({
    slug,
    name,
    hex,
    value: hex,
    images: pictures.filter(({ color }) => color === slug).map(({ src }) => pictureUrl(siteUrl, src)),
  }));
  const selected = preselected(product);
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    ...fields,
    price: product.price,
    oldPrice: product.oldPrice ?? null,
    comparePrice: product.oldPrice ?? null,
    salePrice: product.oldPrice === undefined ? null : product.price,
    discount: discountPercent(product.price, product.oldPrice),
    rating,
    reviewCount,
    stock,
    stockQuantity: stock,
    sku: product.sku,
    // The API leaves out what is no longer sold.
    active: true,
    isActive: true,
    isNew: product.isNew,
    isBestseller: product.isBestseller,
    createdAt: product.createdAt.getTime() > 0 ? product.createdAt.toISOString() : null,
    category: product.kind,
    categoryId: product.categoryId === NO_CATEGORY ? null : product.categoryId,
    collectionId: product.collectionId ?? null,
    gender: product.gender,
    tags,
    nameSearchable: searchWords(product.name).join(" "),
    accent: colors[0]?.hex ?? null,
    image: urlOrNull(siteUrl, picture?.src),
    images: pictures.map(({ src, alt, color }) => ({ url: pictureUrl(siteUrl, src), alt, color })),
    colors: colorDetails,
    colorDetails,
    sizes: sizes.map(([value, stock]) => ({
      value,
      label: labels.get(value) ?? null,
      available: stock > 0,
      stock,
      type: value < ADULT_FROM ? "kids" : "adult",
    })),
    specifications,
    features,
    variants: variants.map(variantWire),
    selectedVariant: selected ? variantWire(selected) : null,
    stockBySize: Object.fromEntries(sizes),
    ...(related
      ? {
          relatedProducts: related.map(({ id, slug, name, price, picture, colors }) => ({
            id,
            slug,
            name,
            price,
            image: urlOrNull(siteUrl, picture?.src),
            accent: colors[0]?.hex ?? null,
          })),
        }
      : {}),
  };
}

export const reviewWire = (review: Review): TypeOf<typeof schemas.review> => ({
  id: review.id,
  rating: review.rating,
  text: review.text,
  author: review.author,
  wilaya: review.wilaya,
  createdAt: review.at.toISOString(),
  isDemo: review.isDemo,
});

export const orderReviewsWire = (found: {
  number: string;
  isDelivered: boolean;
  author: string;
  wilaya: string;
  lines: readonly ReviewedLine[];
}): TypeOf<typeof schemas.orderReviews> => ({
  orderNumber: found.number,
  isDelivered: found.isDelivered,
  author: found.author,
  wilaya: found.wilaya,
  lines: found.lines.map(({ variantId, state, review }) => ({
    productVariantId: variantId,
    state,
    rating: review?.rating ?? null,
    text: review?.text ?? "",
  })),
});

const variantWire = ({ id, sku, stock, size, sizeLabel, color }: Variant) => ({
  id,
  sku,
  stock,
  options: { size, pointure: size, sizeLabel: sizeLabel ?? null, color: color.name, colorSlug: color.slug },
});

/** The variant that the product's page preselects; undefined when sold out. */
function preselected(product: Product): Variant | undefined {
  const offered = sizesOf(product, preselectedColor(product)?.slug ?? "");
  const size = preselectedSize(offered);
  const { variantId } = offered.find((option) => option.size === size) ?? {};
  return product.variants.find(({ id }) => id === variantId);
}

export function categoryWire(siteUrl: string, category: Category): TypeOf<typeof schemas.category> {
  const { id, slug, name, description, parentId, image, productCount } = category;
  return {
    id,
    slug,
    name,
    description,
    parentId: parentId ?? null,
    image: urlOrNull(siteUrl, image),
    _count: { products: productCount },
  };
}

export function collectionWire(siteUrl: string, collection: Collection): TypeOf<typeof schemas.collection> {
  const { id, slug, name, description, categoryId, image, productCount } = collection;
  const url = urlOrNull(siteUrl, image);
  return {
    id,
    slug,
    name,
    description,
    image: url,
    images: url === null ? [] : [{ url }],
    heroImage: url,
    categoryId: categoryId ?? null,
    productCount,
  };
}

export function sectionWire(siteUrl: string, section: StoredSection, order: number) {
  const { id, type, title, subtitle, description, content } = section;
  const isRecord = typeof content === "object" && content !== null && !Array.isArray(content);
  return {
    id,
    type,
    title,
    subtitle,
    description,
    enabled: true,
    isVisible: true,
    order,
    content: isRecord ? (withAddresses(siteUrl, content) as Record<string, unknown>) : {},
  };
}

/** Replaces the paths of our pictures by their addresses, at any depth. */
function withAddresses(siteUrl: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withAddresses(siteUrl, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === "image" && typeof inner === "string" && /^[\w-]+\/[\w-]+$/.test(inner)
        ? pictureUrl(siteUrl, inner)
        : withAddresses(siteUrl, inner),
    ]),
  );
}

export const wilayaWire = ({ id, name, nameAr, newer = [], unserved }: Wilaya) => ({
  id,
  name,
  nameAr,
  newer,
  served: !unserved,
});

export const communeWire = ({ id, wilayaId, name, nameAr, hasPickupPoint, unserved }: Commune) => ({
  id,
  wilaya_id: wilayaId,
  name,
  nameAr,
  has_stop_desk: hasPickupPoint,
  served: !unserved,
});

export const centerWire = ({ id, name, address, communeId }: PickupPoint) => ({
  id,
  name,
  address,
  commune_id: communeId,
});

/** @param userId of the account that reads it; null for a guest */
export function orderWire(siteUrl: string, order: Order, userId: string | null): TypeOf<typeof schemas.order> {
  const { recipient, fees, parcel } = order;
  const { pickupPointId, pickupPointName, pickupPointAddress } = recipient;
  return {
    id: order.number,
    orderNumber: order.number,
    userId,
    status: order.status,
    statusLabel: statusLabels[order.status],
    createdAt: order.createdAt.toISOString(),
    items: order.lines.map(
      ({ variantId, productId, productSlug, name, price, quantity, size, sizeLabel, color, picture }) => ({
        id: variantId,
        productId,
        productVariantId: variantId,
        slug: productSlug,
        name,
        price,
        quantity,
        size,
        sizeLabel: sizeLabel ?? null,
        color,
        image: urlOrNull(siteUrl, picture?.src),
        imageAlt: picture?.alt ?? "",
      }),
    ),
    subtotal: order.subtotal,
    reward: order.reward,
    shippingCost: fees.totalFee,
    fees,
    total: order.total,
    paymentMethod: "COD",
    shippingMethod: "standard",
    isStopDesk: recipient.mode === "pickup",
    stopDeskId: pickupPointId ?? null,
    stopDeskName: pickupPointName ?? null,
    stopDeskAddress: pickupPointAddress ?? null,
    toWilayaId: recipient.wilayaId,
    toCommuneId: recipient.communeId,
    doInsurance: order.settings.insured,
    parcelWeight: parcel.weightKg,
    parcelLength: parcel.lengthCm,
    parcelWidth: parcel.widthCm,
    parcelHeight: parcel.heightCm,
    shippingAddress: {
      name: nameOf(recipient),
      firstName: recipient.firstName,
      lastName: recipient.lastName,
      address: recipient.address,
      city: recipient.communeName,
      wilaya: recipient.wilayaName,
      phone: recipient.phone,
    },
    notes: recipient.notes,
    reserved: order.reserved,
  };
}

export const userWire = (user: Account): TypeOf<typeof schemas.user> => ({
  id: user.id,
  uid: user.id,
  email: user.email,
  displayName: nameOf(user),
  firstName: user.firstName,
  lastName: user.lastName,
  phone: user.phone,
  address: user.address,
  createdAt: user.createdAt.toISOString(),
});
