import { z } from "../zod.server";
import { dinars, measure, orNull, whole } from "./values.server";

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

const feeRange = z.object({ least: dinars, most: dinars }).openapi("FeeRange");

export const wilayaFeesList = z
  .array(z.object({ wilaya_id: z.number().int(), home: feeRange, stop_desk: orNull(feeRange) }))
  .openapi({ description: "Dans l'ordre des wilayas\u00a0; celles sans livraison n'y sont pas." });

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
