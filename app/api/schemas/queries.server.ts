import { genders, kinds } from "~/domain/catalogue/catalogue";
import { colorFamilies } from "~/domain/catalogue/color-family";
import { MAX_PAGE_SIZE, MAX_PRICE, PAGE_SIZE, searchSorts } from "~/domain/catalogue/listing";
import { materials } from "~/domain/catalogue/material";
import { MAX_SIZE, MIN_SIZE } from "~/domain/catalogue/stock-index";
import { z } from "../zod.server";
import { dinars, short } from "./values.server";

const page = {
  limit: z.coerce
    .number()
    .int()
    .min(1, "limit est de 1 au moins")
    .max(MAX_PAGE_SIZE, `limit est de ${MAX_PAGE_SIZE} au plus`)
    .optional()
    .openapi({ type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE }),
  offset: z.coerce
    .number()
    .int()
    .min(0, "offset est de 0 au moins")
    .max(1_000_000, "offset est trop grand")
    .optional()
    .openapi({ type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }),
};

const flag = z.enum(["true", "false"]).optional();

/** Values with commas between them, each of which has to be known. */
function anyOf<Value extends string>(allowed: readonly Value[]) {
  const isKnown = (value: string): value is Value => allowed.some((other) => other === value);
  return short(200)
    .refine((text) => text.split(",").every(isKnown), `au choix, séparés par des virgules\u00a0: ${allowed.join(", ")}`)
    .transform((text) => text.split(",").filter(isKnown))
    .optional()
    .openapi({ type: "string", description: `Au choix, séparés par des virgules\u00a0: ${allowed.join(", ")}.` });
}

const sizes = Array.from({ length: MAX_SIZE - MIN_SIZE + 1 }, (_, index) => String(MIN_SIZE + index));
const amount = z.coerce
  .number()
  .pipe(dinars.transform((amount) => Math.min(amount, MAX_PRICE)))
  .optional()
  .openapi({ type: "integer", minimum: 0 });

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
  sort: z
    .enum(searchSorts)
    .optional()
    .openapi({ description: "Sans cela nouveautes, et pertinence pour une recherche, qui seule la connaît." }),
  type: anyOf(kinds),
  gender: anyOf(genders),
  color: anyOf(colorFamilies),
  size: anyOf(sizes),
  material: anyOf(materials),
  brand: short(150).optional().openapi({ description: "Une marque, comme les produits la nomment." }),
  minPrice: amount,
  maxPrice: amount,
  reduced: flag.openapi({ description: "true\u00a0: les produits en solde seulement." }),
});

export const collectionQuery = z.object({
  category: short(100).optional(),
  active: flag,
  include: z.enum(["category"]).optional(),
});

export const pageQuery = z.object(page);

/** A type of its own leaves bounds and what is usual out of the document, if not named there. */
const integer = (minimum: number, maximum: number, usual?: number) =>
  z.coerce.number().int().min(minimum).max(maximum).openapi({ type: "integer", minimum, maximum, default: usual });

const number = integer(1, 1_000_000);

export const communeQuery = z.object({ wilaya_id: number });

export const centerQuery = z.object({ commune_id: number });

export const parcelQuery = z.object({
  pairs: integer(1, 5_000, 1).default(1),
  declared_value: integer(0, 100_000_000, 0).default(0),
});

export const quoteQuery = parcelQuery.extend({ wilaya_id: number });

export const placeQuery = z.object({ wilaya: short(100).min(1), commune: short(100).min(1) });

export const byId = z.object({ id: z.string() });

export const ofUser = z.object({ userId: z.string() });

export const nothing = z.object({});
