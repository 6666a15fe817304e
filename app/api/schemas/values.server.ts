import type { ZodTypeAny } from "zod";
import { MAX_QUANTITY } from "~/domain/order/cart";
import { z } from "../zod.server";

export const dinars = z.number().int().nonnegative();

export const count = z.number().int().nonnegative();

export const id = z.string();

/**
 * `.nullable()` of a named object would become an OpenAPI schema that refuses null; that of a union
 * does not, also of a union of one.
 */
export const orNull = <Shape extends ZodTypeAny>(shape: Shape) =>
  z.union([shape] as unknown as [Shape, Shape]).nullable();

export const webAddress = z
  .string()
  .url()
  .openapi({ example: "https://boutique.example/pictures/boston-daim/taupe-face-800.jpg" });

export const moment = z.string().datetime();

export const whole = z.number().int().min(1).max(1_000_000);

export const measure = z.number().positive().max(100_000).optional();

export const short = (most: number) => z.string().max(most, `${most} caractères au plus`);

export const quantity = z.number().int().min(1, "1 au moins").max(MAX_QUANTITY, `${MAX_QUANTITY} au plus`);

export const price = z.number().int().min(0).max(100_000_000);

export const place = z.number({ required_error: "Informations de livraison incomplètes" }).int().min(1).max(1_000_000);

export const ignored = z.unknown();
