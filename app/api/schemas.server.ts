import type { TypeOf, ZodTypeAny } from "zod";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/cart";
import { genders, kinds } from "~/domain/catalogue";
import { MAX_PAGE_SIZE } from "~/domain/listing";
import { orderStatuses } from "~/domain/order";
import { toldFields } from "~/domain/product-fields";
import { z } from "./zod.server";

/**
 * What goes over the wire: inputs and answers of the API (specification, section 7), objects and fields as section 3 names
 * them. The OpenAPI document is made from these very schemas.
 */

const dinars = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const id = z.string();
/** `.nullable()` of an object that has a name is written as one that null never fits. */
const orNull = <Shape extends ZodTypeAny>(shape: Shape) => z.union([shape, z.null()]);
const web = z.string().url().openapi({ example: "https://boutique.example/pictures/boston-daim/taupe-face-800.jpg" });
const moment = z.string().datetime();

/* ── What anybody may read ─────────────────────────────────────────────────────────────────────────────────────────────── */

const image = z.object({ url: web, alt: z.string(), color: z.string() }).openapi("Image");

const variant = z
  .object({
    id,
    sku: z.string(),
    stock: count,
    options: z.object({
      size: z.number().int(),
      pointure: z.number().int(),
      sizeLabel: z
        .string()
        .nullable()
        .openapi({ description: "D'un article qui n'est pas une chaussure\u00a0; size n'est alors que sa place." }),
      color: z.string(),
      colorSlug: z.string(),
    }),
  })
  .openapi("Variant");

const colorOption = z
  .object({ slug: z.string(), name: z.string(), hex: z.string(), value: z.string(), images: z.array(web) })
  .openapi("ColorOption");

const relatedProduct = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    price: dinars,
    image: web.nullable(),
    accent: z.string().nullable(),
  })
  .openapi("RelatedProduct");

// The texts stand together, and so will whatever is added to the table; the others have their old places.
const { rating, reviewCount, tags, specifications, features, ...fields } = toldFields;

export const product = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    ...fields,
    price: dinars.openapi({ description: "Ce que la paire coûte maintenant, en dinars." }),
    oldPrice: dinars.nullable().openapi({ description: "Le prix avant la remise\u00a0; null sans remise." }),
    comparePrice: dinars.nullable(),
    salePrice: dinars.nullable().openapi({ description: "Comme price, si le produit est en solde\u00a0; sinon null." }),
    discount: z.number().int().min(0).max(100),
    rating,
    reviewCount,
    stock: count,
    stockQuantity: count,
    sku: z.string(),
    active: z.boolean(),
    isActive: z.boolean(),
    isNew: z.boolean(),
    isBestseller: z.boolean(),
    createdAt: moment,
    category: z.enum(kinds),
    categoryId: id,
    collectionId: id.nullable(),
    gender: z.enum(genders),
    tags,
    nameSearchable: z.string(),
    accent: z.string().nullable(),
    image: web.nullable(),
    images: z.array(image),
    colors: z.array(colorOption),
    colorDetails: z.array(colorOption).openapi({ description: "Les mêmes que colors." }),
    sizes: z
      .array(
        z.object({
          value: z.number().int(),
          label: z.string().nullable(),
          available: z.boolean(),
          stock: count,
          type: z.enum(["adult", "kids"]),
        }),
      )
      .openapi({
        description: "Toutes couleurs ensemble\u00a0; le stock de chaque couleur est celui de ses variantes.",
      }),
    specifications,
    features,
    variants: z.array(variant),
    selectedVariant: orNull(variant).openapi({
      description: "Ce qui est choisi d'abord\u00a0: la première couleur et la première pointure en stock.",
    }),
    stockBySize: z.record(count),
    relatedProducts: z
      .array(relatedProduct)
      .optional()
      .openapi({ description: "D'un seul produit\u00a0; absent des listes." }),
  })
  .openapi("Product");

export const productList = z
  .object({ products: z.array(product), total: count, limit: count, offset: count })
  .openapi("ProductList");

const collectionFields = {
  id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  image: web.nullable(),
  images: z.array(z.object({ url: web })),
  heroImage: web.nullable(),
  categoryId: id.nullable(),
  productCount: count,
};

export const category = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    parentId: id.nullable(),
    image: web.nullable(),
    _count: z.object({ products: count }),
  })
  .openapi("Category");

export const collection = z
  .object({
    ...collectionFields,
    category: orNull(category).optional().openapi({ description: "Avec include=category." }),
  })
  .openapi("Collection");

export const collectionList = z
  .object({ success: z.literal(true), collections: z.array(collection) })
  .openapi("CollectionList");

export const collectionDetail = z
  .object({ ...collectionFields, products: z.array(product).openapi({ description: "Les 20 plus récents." }) })
  .openapi("CollectionDetail");

export const categoryList = z.object({ categories: z.array(category) }).openapi("CategoryList");

export const homeSections = z
  .object({
    success: z.literal(true),
    data: z.array(
      z
        .object({
          id,
          type: z.string(),
          title: z.string(),
          subtitle: z.string(),
          description: z.string(),
          enabled: z.boolean(),
          isVisible: z.boolean(),
          order: z.number().int(),
          content: z.record(z.unknown()),
        })
        .openapi("HomeSection"),
    ),
  })
  .openapi("HomeSections");

/* ── The courier ───────────────────────────────────────────────────────────────────────────────────────────────────────── */

const wilaya = z
  .object({
    id: z.number().int(),
    name: z.string(),
    nameAr: z.string(),
    newer: z.array(z.string()),
    served: z.boolean(),
  })
  .openapi("Wilaya");
const commune = z
  .object({
    id: z.number().int(),
    wilaya_id: z.number().int(),
    name: z.string(),
    nameAr: z.string(),
    has_stop_desk: z.boolean(),
    served: z.boolean(),
  })
  .openapi("Commune");
const center = z
  .object({ id: z.number().int(), name: z.string(), address: z.string(), commune_id: z.number().int() })
  .openapi("Center");

export const wilayaList = z.array(wilaya);
export const communeList = z.array(commune);
export const centerList = z.array(center);

export const fees = z
  .object({
    deliveryFee: dinars,
    codFee: dinars,
    insuranceFee: dinars,
    totalFee: dinars.openapi({ description: "Ce que l'acheteur paie pour la livraison." }),
    deliveryTime: z.number().int(),
  })
  .openapi("Fees");

export const quoteList = z
  .array(z.object({ commune_id: z.number().int(), home: fees, stop_desk: orNull(fees) }))
  .openapi({ description: "Dans l'ordre des communes." });

export const deliveryInfo = z
  .object({
    wilaya,
    commune,
    delay: z.string().openapi({ example: "Entre 1 et 5 jours" }),
    home: fees,
    stopDesk: orNull(fees),
    centers: centerList,
  })
  .openapi("DeliveryInfo");

const whole = z.number().int().min(1).max(1_000_000);
const measure = z.number().positive().max(100_000).optional();

export const feeQuestion = z
  .object({
    fromWilayaId: whole.optional(),
    toWilayaId: whole,
    toCommuneId: whole,
    price: z.number().int().min(0).max(100_000_000).optional(),
    declaredValue: z.number().int().min(0).max(100_000_000).optional(),
    weight: measure.openapi({ description: "Kilogrammes\u00a0: un par paire." }),
    length: measure,
    width: measure,
    height: measure.openapi({ description: "Centimètres\u00a0: dix par paire." }),
    isStopDesk: z.boolean().optional(),
    freeShipping: z.boolean().optional(),
    doInsurance: z.boolean().optional(),
  })
  .openapi("FeeQuestion");

/* ── Orders ────────────────────────────────────────────────────────────────────────────────────────────────────────────── */

const short = (most: number) => z.string().max(most, `${most} caractères au plus`);
const quantity = z.number().int().min(1, "1 au moins").max(MAX_QUANTITY, `${MAX_QUANTITY} au plus`);
const price = z.number().int().min(0).max(100_000_000);
const place = z.number({ required_error: "Informations de livraison incomplètes" }).int().min(1).max(1_000_000);
const ignored = z.unknown();

/** Section 3, order request. What the shop reckons itself is taken and not believed. */
export const orderRequest = z
  .object({
    items: z
      .array(
        z.object({
          productId: short(100).min(1, "Produit manquant"),
          productVariantId: short(100).nullish(),
          quantity: quantity.default(1),
          price: price
            .optional()
            .openapi({ description: "Le prix affiché d'une paire\u00a0; sans lui, declaredValue." }),
        }),
      )
      .min(1, "Produit manquant")
      .max(MAX_LINES, `${MAX_LINES} articles au plus`),
    toWilayaId: place,
    toWilayaName: short(100).nullish(),
    toCommuneId: place,
    toCommuneName: short(100).nullish(),
    isStopDesk: z.boolean().default(false),
    stopDeskId: whole.nullish(),
    stopDeskName: short(200).nullish(),
    deliveryFee: price.optional(),
    shippingCost: price
      .optional()
      .openapi({ description: "Les frais de livraison affichés\u00a0; sinon deliveryFee." }),
    freeShipping: z.boolean().optional(),
    doInsurance: z.boolean().optional(),
    declaredValue: price.optional().openapi({ description: "Prix × quantité, comme affiché." }),
    parcelWeight: ignored.optional(),
    parcelLength: ignored.optional(),
    parcelWidth: ignored.optional(),
    parcelHeight: ignored.optional(),
    paymentMethod: z.enum(["COD"]).optional(),
    shippingMethod: z.enum(["standard"]).optional(),
    notes: short(500).nullish(),
    internalNotes: short(500).nullish(),
    customer: z.object({
      firstName: short(60).min(1, "Informations client incomplètes"),
      lastName: short(60).nullish(),
      phone: short(40).min(1, "Informations client incomplètes"),
      email: short(254).nullish().openapi({ description: "N'est pas gardé." }),
      address: short(200).nullish(),
      wilaya: short(100).nullish(),
      commune: short(100).nullish(),
    }),
  })
  .openapi("OrderRequest");

/** Section 3, generic order: of an account; city and state are commune and wilaya, by name. */
export const genericOrder = z
  .object({
    userId: short(100).min(1, "Utilisateur non connecté"),
    items: z
      .array(
        z.object({
          id: short(100).min(1, "Produit manquant"),
          name: short(200).optional(),
          price,
          quantity: quantity.default(1),
          options: z
            .object({
              variantId: short(100).optional(),
              size: z.union([z.number(), short(10)]).optional(),
              pointure: z.union([z.number(), short(10)]).optional(),
              color: short(60).optional(),
            })
            .default({}),
          image: short(500).nullish(),
        }),
      )
      .min(1, "Produit manquant")
      .max(MAX_LINES, `${MAX_LINES} articles au plus`),
    shipping: z.object({
      firstName: short(60).min(1, "Le prénom est requis"),
      lastName: short(60).default(""),
      email: short(254).nullish(),
      phone: short(40).min(1, "Le téléphone est requis"),
      address: short(200).min(1, "L'adresse est requise"),
      city: short(100).min(1, "La commune est requise"),
      state: short(100).min(1, "La wilaya est requise"),
      zipCode: ignored.optional(),
      country: ignored.optional(),
      method: z.enum(["standard"]).optional(),
    }),
    subtotal: price.optional(),
    tax: z.literal(0).optional(),
    shippingCost: price,
    total: price.optional(),
    status: z.enum(["pending"]).optional(),
    notes: short(500).nullish(),
    createdAt: ignored.optional(),
    updatedAt: ignored.optional(),
  })
  .openapi("GenericOrder");

const orderFields = {
  id: z.string().openapi({ description: "Le numéro de la commande\u00a0: c'est lui que lit GET /api/orders/{id}." }),
  orderNumber: z.string().openapi({ example: "K7MQ-4TXP" }),
  userId: id.nullable(),
  status: z.enum(orderStatuses),
  statusLabel: z.string(),
  createdAt: moment,
  items: z.array(
    z.object({
      id: id.openapi({ description: "La variante." }),
      productId: id,
      productVariantId: id,
      slug: z.string(),
      name: z.string(),
      price: dinars,
      quantity: z.number().int().positive(),
      size: z.number().int(),
      sizeLabel: z.string().nullable(),
      color: z.object({ slug: z.string(), name: z.string(), hex: z.string() }),
      image: web.nullable(),
      imageAlt: z.string(),
    }),
  ),
  subtotal: dinars,
  reward: dinars.openapi({ description: "Ce que la carte de fidélité offre." }),
  shippingCost: dinars,
  fees,
  total: dinars.openapi({ description: "Ce que le livreur encaisse." }),
  paymentMethod: z.literal("COD"),
  shippingMethod: z.literal("standard"),
  isStopDesk: z.boolean(),
  stopDeskId: z.number().int().nullable(),
  stopDeskName: z.string().nullable(),
  stopDeskAddress: z.string().nullable(),
  toWilayaId: z.number().int(),
  toCommuneId: z.number().int(),
  doInsurance: z.boolean(),
  parcelWeight: z.number(),
  parcelLength: z.number(),
  parcelWidth: z.number(),
  parcelHeight: z.number(),
  shippingAddress: z.object({
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    address: z.string(),
    city: z.string(),
    wilaya: z.string(),
    phone: z.string(),
  }),
  notes: z.string(),
  reserved: z.boolean().openapi({
    description:
      "Si ses paires sont prises\u00a0; celles d'une commande inhabituelle le sont quand la boutique la confirme.",
  }),
};

export const order = z.object(orderFields).openapi("Order");

export const placedOrder = z
  .object({
    ...orderFields,
    token: z.string().optional().openapi({
      description: "D'un invité\u00a0: le jeton (Bearer) qui lit cette commande\u00a0; il n'est dit qu'ici.",
    }),
  })
  .openapi("PlacedOrder");

export const orderList = z
  .object({ orders: z.array(order), total: count, limit: count, offset: count })
  .openapi("OrderList");

/** What can still be corrected: nothing that changes the fee. */
export const correction = z
  .object({ phone: short(40), address: short(200).default(""), notes: short(500).default("") })
  .openapi("Correction");

/* ── Accounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────── */

const secret = z.string().max(1_000, "Le mot de passe est trop long");

export const login = z.object({ email: short(300), password: secret }).openapi("Login");

export const registration = z
  .object({
    email: short(300),
    password: secret,
    confirmPassword: secret.optional(),
    firstName: short(200),
    lastName: short(200),
    terms: z.boolean().openapi({ description: "Les conditions sont acceptées." }),
  })
  .openapi("Registration");

export const user = z
  .object({
    id,
    uid: id,
    email: z.string(),
    displayName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    address: z.string(),
    createdAt: moment,
  })
  .openapi("User");

export const signedInUser = z
  .object({
    user,
    token: z.string().openapi({ description: "À envoyer ensuite dans l'en-tête Authorization, derrière Bearer." }),
  })
  .openapi("SignedIn");

/* ── Around all of it ──────────────────────────────────────────────────────────────────────────────────────────────────── */

const problemFields = {
  message: z.string(),
  errors: z.record(z.string()).optional().openapi({ description: "Par champ\u00a0: items.0.quantity." }),
};

export const problem = z.object(problemFields).openapi("Problem");

const limited = z
  .literal(true)
  .optional()
  .openapi({ description: "Trop de commandes de ce numéro ou de cette adresse attendent d'être confirmées." });

/** Why an order stays as it is. */
export const unchangedOrder = z.object({ ...problemFields, limited }).openapi("UnchangedOrder");

export const changedOrder = z
  .object({
    ...problemFields,
    orderNumber: z
      .string()
      .optional()
      .openapi({ description: "La commande que cette clé a faite, pour qui peut la lire." }),
    limited,
    changes: z
      .array(
        z.object({
          kind: z.enum(["price", "stock", "gone", "quantity", "fee", "reward", "destination", "ceiling", "value"]),
          variantId: id.optional(),
          name: z.string().optional(),
          before: z.number().optional(),
          now: z.number().optional(),
          wanted: z.number().optional(),
          stock: z.number().optional(),
          total: z.number().optional(),
          most: z.number().optional(),
        }),
      )
      .optional()
      .openapi({ description: "Ce qui n'est plus comme affiché\u00a0; absent quand la clé a déjà servi." }),
  })
  .openapi("ChangedOrder");

export const health = z.object({ status: z.enum(["ok", "unavailable"]) }).openapi("Health");

export const document = z.object({ openapi: z.string() }).passthrough().openapi("Document");

const page = {
  limit: z.coerce
    .number()
    .int()
    .min(1, "limit est de 1 au moins")
    .max(MAX_PAGE_SIZE, `limit est de ${MAX_PAGE_SIZE} au plus`)
    .optional()
    .openapi({ type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE }),
  offset: z.coerce
    .number()
    .int()
    .min(0, "offset est de 0 au moins")
    .max(1_000_000, "offset est trop grand")
    .optional()
    .openapi({ type: "integer", minimum: 0 }),
};
const flag = z.enum(["true", "false"]).optional();

export const productQuery = z.object({
  search: short(200)
    .optional()
    .openapi({ description: "Une recherche donne 1\u202f000 produits au plus\u00a0; total n'en compte pas d'autres." }),
  ...page,
  isActive: flag,
  active: flag,
  category: short(100).optional().openapi({
    description: "Identifiant ou slug, sous-catégories comprises\u00a0; ou category des produits (sandales, sabots…).",
  }),
  collection: short(100).optional().openapi({ description: "Identifiant ou slug." }),
});
export const collectionQuery = z.object({
  category: short(100).optional(),
  active: flag,
  include: z.enum(["category"]).optional(),
});
export const pageQuery = z.object(page);
const number = z.coerce.number().int().min(1).max(1_000_000).openapi({ type: "integer", minimum: 1 });
export const communeQuery = z.object({ wilaya_id: number });
export const centerQuery = z.object({ commune_id: number });
export const quoteQuery = z.object({
  wilaya_id: number,
  pairs: z.coerce.number().int().min(1).max(5_000).default(1).openapi({ type: "integer", minimum: 1, maximum: 5_000 }),
  declared_value: z.coerce.number().int().min(0).max(100_000_000).default(0).openapi({ type: "integer", minimum: 0 }),
});
export const placeQuery = z.object({ wilaya: short(100).min(1), commune: short(100).min(1) });
export const byId = z.object({ id: z.string() });
export const ofUser = z.object({ userId: z.string() });
export const nothing = z.object({});

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, "Idempotency-Key\u00a0: de 16 à 200 caractères imprimables, sans espace")
  .openapi({
    description:
      "Une clé par commande, au hasard (un UUID)\u00a0: la même requête répétée ne fait pas de seconde commande. Sans clé, le même téléphone et le même contenu sont pendant dix minutes la même commande.",
  });

export type WireProduct = TypeOf<typeof product>;
export type WireCategory = TypeOf<typeof category>;
export type WireCollection = TypeOf<typeof collection>;
export type WireOrder = TypeOf<typeof order>;
export type WireUser = TypeOf<typeof user>;
export type OrderRequest = TypeOf<typeof orderRequest>;
export type GenericOrder = TypeOf<typeof genericOrder>;
