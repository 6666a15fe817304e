import { MAX_PAGE_SIZE } from "~/domain/listing";
import { z } from "../zod.server";
import { short } from "./values.server";

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

export const number = z.coerce.number().int().min(1).max(1_000_000).openapi({ type: "integer", minimum: 1 });

export const communeQuery = z.object({ wilaya_id: number });

export const centerQuery = z.object({ commune_id: number });

export const parcelQuery = z.object({
  pairs: z.coerce.number().int().min(1).max(5_000).default(1).openapi({ type: "integer", minimum: 1, maximum: 5_000 }),
  declared_value: z.coerce.number().int().min(0).max(100_000_000).default(0).openapi({ type: "integer", minimum: 0 }),
});

export const quoteQuery = parcelQuery.extend({ wilaya_id: number });

export const placeQuery = z.object({ wilaya: short(100).min(1), commune: short(100).min(1) });

export const byId = z.object({ id: z.string() });

export const ofUser = z.object({ userId: z.string() });

export const nothing = z.object({});
