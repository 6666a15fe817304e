import { MAX_LINES } from "~/domain/order/cart";
import { orderStatuses } from "~/domain/order/order";
import { z } from "../zod.server";
import { fees } from "./courier.server";
import { problemFields } from "./problems.server";
import {
  count,
  dinars,
  filled,
  id,
  ignored,
  moment,
  place,
  price,
  quantity,
  required,
  short,
  webAddress,
  whole,
} from "./values.server";

const NOBODY = "Informations client incomplètes";

/** Section 3, order request. What the shop computes itself is accepted and ignored. */
export const orderRequest = z
  .object({
    items: z
      .array(
        z.object({
          productId: filled(100, "Produit manquant"),
          productVariantId: short(100).nullish().openapi({ description: "Requis, s'il y en a plusieurs." }),
          quantity: quantity.default(1),
          price: price
            .optional()
            .openapi({ description: "Le prix affiché d'une paire\u00a0; sans lui, declaredValue." }),
        }),
        required("Produit manquant"),
      )
      .min(1, "Produit manquant")
      .max(MAX_LINES, `${MAX_LINES} articles au plus`),
    toWilayaId: place,
    toWilayaName: short(100).nullish(),
    toCommuneId: place,
    toCommuneName: short(100).nullish(),
    isStopDesk: z.boolean().default(false),
    stopDeskId: whole.nullish().openapi({ description: "Requis avec isStopDesk." }),
    stopDeskName: short(200).nullish(),
    deliveryFee: price.optional(),
    shippingCost: price
      .optional()
      .openapi({ description: "Les frais de livraison affichés\u00a0; requis sans deliveryFee." }),
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
    customer: z.object(
      {
        firstName: filled(60, NOBODY),
        lastName: short(60).nullish(),
        phone: filled(40, NOBODY),
        email: short(254).nullish().openapi({ description: "N'est pas gardé." }),
        address: short(200).nullish(),
        wilaya: short(100).nullish(),
        commune: short(100).nullish(),
      },
      required(NOBODY),
    ),
  })
  .openapi("OrderRequest");

/** Section 3, generic order: of an account; city and state name commune and wilaya. */
export const genericOrder = z
  .object({
    userId: filled(100, "Utilisateur non connecté"),
    items: z
      .array(
        z.object({
          id: filled(100, "Produit manquant"),
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
      firstName: filled(60, "Le prénom est requis"),
      lastName: short(60).default(""),
      email: short(254).nullish(),
      phone: filled(40, "Le téléphone est requis"),
      address: filled(200, "L'adresse est requise"),
      city: filled(100, "La commune est requise"),
      state: filled(100, "La wilaya est requise"),
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
      size: z.number(),
      sizeLabel: z.string().nullable(),
      color: z.object({ slug: z.string(), name: z.string(), hex: z.string() }),
      image: webAddress.nullable(),
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
      "Si ses paires sont réservées\u00a0; celles d'une commande exceptionnellement grande le sont quand la boutique la" +
      " confirme.",
  }),
};

export const order = z.object(orderFields).openapi("Order");

export const placedOrder = z
  .object({
    ...orderFields,
    token: z
      .string()
      .optional()
      .openapi({
        description:
          "D'un invité venu sans jeton\u00a0: celui (Bearer) qui lit cette commande\u00a0; il n'est dit qu'ici. " +
          "Absent quand l'invité a commandé avec le sien, qui la lit.",
      }),
  })
  .openapi("PlacedOrder");

export const orderList = z
  .object({ orders: z.array(order), total: count, limit: count, offset: count })
  .openapi("OrderList");

/** What can still be corrected: nothing that changes the fee. */
export const correction = z
  .object({ phone: short(40), address: short(200).optional(), notes: short(500).optional() })
  .openapi("Correction");

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
      .openapi({
        description:
          "Ce qui n'est plus comme affiché\u00a0; vide quand la commande de cette clé n'a finalement pas été prise\u00a0; " +
          "absent quand la clé a déjà servi à une autre.",
      }),
  })
  .openapi("ChangedOrder");

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, "Idempotency-Key\u00a0: de 16 à 200 caractères imprimables, sans espace")
  .openapi({
    description:
      "Une clé par commande, au hasard (un UUID)\u00a0: la même requête répétée ne fait pas de seconde commande. " +
      "Elle vaut pour le compte qui l'envoie, ou pour tous les invités ensemble. " +
      "Sans clé, le même téléphone et le même contenu sont pendant dix minutes la même commande pour le même compte ou " +
      "le même invité\u00a0; sans jeton, pour la même adresse réseau, quand elle est connue.",
  });
