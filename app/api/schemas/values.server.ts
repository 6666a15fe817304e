import type { ZodErrorMap, ZodTypeAny } from "zod";
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

/** @param sentence what is said where it is left out or null */
export function required(sentence: string): { errorMap: ZodErrorMap } {
  return { errorMap: (_, { data, defaultError }) => ({ message: (data ?? null) === null ? sentence : defaultError }) };
}

/** Text that is not empty. */
export const filled = (most: number, sentence: string) =>
  z.string(required(sentence)).max(most, `${most} caractères au plus`).min(1, sentence);

export const quantity = z.number().int().min(1, "1 au moins").max(MAX_QUANTITY, `${MAX_QUANTITY} au plus`);

export const price = z.number().int().min(0).max(100_000_000);

const NOWHERE = "Informations de livraison incomplètes";
export const place = z.number(required(NOWHERE)).int().min(1, NOWHERE).max(1_000_000);

export const ignored = z.unknown();
