import { type TypeOf, type ZodTypeAny, z } from "zod";
import { genderNamed } from "~/domain/catalogue/gender-words";
import { tolerantFields } from "~/domain/catalogue/product-fields";
import { ratings } from "~/domain/catalogue/review";
import { fits } from "~/domain/catalogue/size";
import { fields, color as hexOf } from "~/domain/content/content-values";
import { type Fees, ONE_PAIR } from "~/domain/delivery/delivery";
import { statusNamed } from "~/domain/order/order-texts";
import { cut } from "~/domain/values/clean-text";
import { storable } from "~/domain/values/storable";
import {
  dinars,
  id,
  longText,
  maybeDinars,
  maybeWhole,
  numberWithin,
  object,
  objects,
  reading,
  requiredId,
  requiredText,
  text,
  texts,
  trueOrOne,
  unlessFalse,
  unwrapped,
  whole,
} from "~/domain/values/tolerant";
import * as strict from "./schemas.server";

/**
 * The objects of `schemas.server.ts` as another shop's API may send them: both shapes of every
 * answer (section 7), fields missing, of another type or under any name of section 3. A list leaves
 * out what lacks something required.
 */

/** A list itself, or below this name or `data`; undefined when there is none. */
const list = <Item extends ZodTypeAny>(item: Item, name = "data") =>
  reading((answer): TypeOf<Item>[] | undefined => {
    const list = [answer, fields(answer)[name], fields(answer).data].find(Array.isArray);
    return list && objects(item).parse(list);
  });

/** A picture's address, as the API writes it. */
const address = z
  .string()
  .refine((value) => value.trim() !== "")
  .optional()
  .catch(undefined);
const hex = reading(hexOf);
const moment = reading((value) => {
  const date = new Date(typeof value === "string" || typeof value === "number" ? value : 0);
  return Number.isNaN(date.getTime()) || Math.abs(date.getTime()) > 8e14 ? new Date(0) : date;
});

/* ── The catalogue ── */

const image = z.preprocess(
  (value) => (typeof value === "string" ? { url: value } : fields(value)),
  z.object({ url: address, alt: text, color: text }),
);
export const size = numberWithin(undefined, 0, 1_000_000);
const variant = z.object({
  id: requiredId,
  sku: id,
  stock: whole(),
  size,
  options: object({ size, pointure: size, sizeLabel: text, color: text, colorSlug: text }),
});
const colors = objects(z.object({ slug: text, name: requiredText, hex, value: hex }));
const kind = strict.product.shape.category;

export const product = z.object({
  ...tolerantFields,
  id: id.refine((value) => value !== "", "sans identifiant"),
  slug: text,
  name: text.refine((value) => value !== "", "sans nom"),
  price: dinars.refine((price) => price > 0, "sans prix"),
  salePrice: maybeDinars,
  oldPrice: maybeDinars,
  comparePrice: maybeDinars,
  sku: id,
  active: unlessFalse,
  isActive: unlessFalse,
  isNew: trueOrOne,
  isBestseller: trueOrOne,
  createdAt: moment,
  category: kind.or(z.object({ slug: kind }).transform(({ slug }) => slug)).catch("autres"),
  categoryId: id,
  collectionId: id,
  /** Undefined when there is none, or another one. */
  gender: reading((value) => genderNamed(text.parse(value))),
  image: address,
  images: z.array(image).catch([]),
  colors,
  colorDetails: colors,
  variants: objects(variant),
  sizes: objects(z.object({ value: size, size, variantId: id, available: z.unknown(), stock: maybeWhole })),
  stock: maybeWhole,
  stockQuantity: maybeWhole,
  stockBySize: z.preprocess(fields, z.record(whole())),
});
/** The fields of one, to be read by `product`. */
export const productFields = reading((value) => unwrapped(value, ["id"], "product"));
/** Each of the list, to be read by `product`. */
export const productList = list(z.record(z.unknown()), "products");

const group = { id: requiredId, slug: text, name: requiredText, description: longText };
export const categoryList = list(
  z.object({ ...group, parentId: id, image: address, _count: object({ products: whole() }) }),
  "categories",
);
/** Section 5: it counts as found only if it has an id. */
export const collectionList = list(
  z.object({
    ...group,
    categoryId: id,
    image: address,
    heroImage: address,
    images: objects(z.object({ url: address })),
    productCount: whole(),
  }),
  "collections",
);

/** Undefined when the answer is no list of sections (section 5). */
export const homeSections = list(
  z.object({
    id,
    type: text,
    title: text,
    subtitle: text,
    description: text,
    enabled: unlessFalse,
    isVisible: unlessFalse,
    order: numberWithin(undefined, -1e6, 1e6),
    content: z.unknown(),
  }),
  "sections",
);

/* ── The courier ── */

const place = numberWithin(undefined, 1, 10_000_000).transform((n) => (Number.isInteger(n) ? n : undefined));
const requiredPlace = place.pipe(z.number());

export const wilayaList = list(
  z.object({ id: requiredPlace, name: requiredText, nameAr: text, newer: texts, served: unlessFalse }),
  "wilayas",
);
export const communeList = list(
  z.object({
    id: requiredPlace,
    wilaya_id: place,
    name: requiredText,
    nameAr: text,
    has_stop_desk: trueOrOne,
    served: unlessFalse,
  }),
  "communes",
);
export const centerList = list(
  z.object({ id: place, center_id: place, commune_id: place, name: requiredText, address: text }),
  "centers",
);

/** Section 9: total fee, else delivery fee, else nothing that could be charged. */
export const fees = object({
  totalFee: maybeDinars,
  deliveryFee: maybeDinars,
  codFee: dinars,
  insuranceFee: dinars,
  deliveryTime: whole(7),
}).transform(({ totalFee, deliveryFee, ...rest }): Fees | undefined => {
  const total = totalFee ?? deliveryFee;
  if (total === undefined) return undefined;
  return { ...rest, deliveryFee: deliveryFee ?? total, totalFee: total };
});
export const quoteList = list(z.object({ commune_id: requiredPlace, home: fees, stop_desk: fees }));

const range = reading((value) => {
  const { least = -1, most = -1 } = object({ least: maybeDinars, most: maybeDinars }).parse(value);
  return least >= 0 && most >= least && most <= 10_000_000 ? { least, most } : undefined;
});
export const wilayaFeesList = list(z.object({ wilaya_id: requiredPlace, home: range, stop_desk: range }));

/* ── Orders ── */

/** A shopper's text, with its line breaks. */
const typed = z
  .string()
  .catch("")
  .transform((value) => cut(value, 500));
/** Exactly as the API sent it, spaces included, since it is sent back. */
const orderId = reading((value) => (typeof value === "string" ? storable(value).slice(0, 500) : text.parse(value)));
const measure = (usual: number) => z.number().finite().positive().catch(usual);

const ids = { id: orderId, orderId, _id: orderId, orderNumber: text };

const orderFields = object({
  ...ids,
  status: text,
  items: objects(
    z.object({
      productVariantId: text,
      productId: text,
      slug: text,
      name: text,
      color: object({ slug: text, name: text, hex }),
      size: numberWithin(0, 0, 1_000_000),
      sizeLabel: text,
      quantity: whole(),
      price: maybeDinars,
    }),
  ),
  reward: dinars,
  shippingCost: maybeDinars,
  fees,
  isStopDesk: z.boolean().catch(false),
  stopDeskId: whole(),
  stopDeskName: text,
  stopDeskAddress: text,
  toWilayaId: whole(),
  toCommuneId: whole(),
  doInsurance: z.boolean().optional().catch(undefined),
  parcelWeight: measure(ONE_PAIR.weightKg),
  parcelLength: measure(ONE_PAIR.lengthCm),
  parcelWidth: measure(ONE_PAIR.widthCm),
  parcelHeight: measure(ONE_PAIR.heightCm),
  shippingAddress: object({
    firstName: text,
    lastName: text,
    address: typed,
    city: text,
    wilaya: text,
    phone: text,
  }),
  notes: typed,
  reserved: unlessFalse,
}).transform(({ orderId: other, _id, id: own, status: statusName, ...order }) => ({
  ...order,
  id: own || other || _id,
  /** Undefined when there is none, or another one. */
  status: statusNamed(statusName),
  statusName,
}));
export const order = reading((value) => orderFields.parse(unwrapped(value, Object.keys(ids), "order")));

/** An order in a list, with what tells it from others. */
const listed = z.object({
  ...ids,
  createdAt: z.coerce.date().optional().catch(undefined),
  total: maybeDinars,
  items: objects(z.object({ quantity: whole(), price: dinars })),
  shippingAddress: object({ phone: text }),
  customer: object({ phone: text }),
});
const listedOrders = list(listed, "orders");
export const orderList = reading((value) => listedOrders.parse(value) ?? listedOrders.parse(fields(value).data) ?? []);

const stars = z.number().int().min(1).max(5);
/** Undefined without a count, from an API that knows no reviews. */
export const reviewList = object({
  count: z.number().int().nonnegative(),
  average: numberWithin(0, 0, 5),
  counts: object(Object.fromEntries(ratings.map((rating) => [rating, whole()]))),
  fits: object(Object.fromEntries(fits.map((fit) => [fit, whole()]))),
  reviews: objects(
    z.object({
      id: requiredId,
      rating: stars,
      text: longText,
      author: text,
      wilaya: text,
      createdAt: moment,
      isDemo: trueOrOne,
    }),
  ),
})
  .optional()
  .catch(undefined);
export const orderReviews = object({
  isDelivered: trueOrOne,
  author: text,
  wilaya: text,
  lines: objects(
    z.object({
      productVariantId: requiredText,
      state: strict.orderReviews.shape.lines.element.shape.state,
      rating: stars.optional().catch(undefined),
      text: longText,
    }),
  ),
});

const amount = z.number().finite().catch(0).transform(Math.round);
const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["price", "quantity"]), variantId: text, name: text, before: amount, now: amount }),
  z.object({ kind: z.literal("stock"), variantId: text, name: text, wanted: amount, stock: amount }),
  z.object({ kind: z.literal("gone"), variantId: text }),
  z.object({ kind: z.enum(["fee", "reward"]), before: amount, now: amount }),
  z.object({ kind: z.literal("destination") }),
  z.object({ kind: z.literal("ceiling"), total: amount, most: amount }),
]);

/** Why an order was not placed or not changed. */
export const refusal = object({
  id: orderId,
  orderNumber: text,
  success: z.unknown(),
  message: text,
  error: text,
  limited: z.literal(true).optional().catch(undefined),
  /** Undefined when there is no list; without changes that this shop does not know. */
  changes: list(change),
  /** Sentences by field: `items.0.quantity`. */
  errors: z.preprocess(fields, z.record(z.unknown())),
});

export type ReceivedProduct = TypeOf<typeof product>;
export type ReceivedOrder = TypeOf<typeof order>;
export type ReceivedOrderSummary = TypeOf<typeof listed>;
