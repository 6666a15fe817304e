import type { ZodTypeAny } from "zod";
import * as wire from "./schemas.server";

/**
 * An operation of the API (section 7). The OpenAPI document and the API's page are made of these.
 */
export interface Operation<
  Params extends ZodTypeAny = ZodTypeAny,
  Query extends ZodTypeAny = ZodTypeAny,
  Body extends ZodTypeAny = ZodTypeAny,
> {
  method: "GET" | "POST";
  /** As OpenAPI writes it. */
  path: string;
  summary: string;
  /** "everybody": other sites may read it, and shared caches keep it. Other answers are private. */
  who: "everybody" | "anybody" | "account";
  params: Params;
  query: Query;
  body?: Body;
  /** Takes an Idempotency-Key. */
  once?: boolean;
  /** By status, without `refusals`, which every operation may answer. */
  answers: Record<number, { description: string; body: ZodTypeAny }>;
  /** The message when the shop itself fails (section 8). */
  failure?: string;
}

type OperationParts<Params, Query, Body> = Omit<Operation, "method" | "path" | "params" | "query" | "body"> & {
  params?: Params;
  query?: Query;
  body?: Body;
};

export function operation<
  Params extends ZodTypeAny = typeof wire.nothing,
  Query extends ZodTypeAny = typeof wire.nothing,
  Body extends ZodTypeAny = typeof wire.nothing,
>(method: Operation["method"], path: string, parts: OperationParts<Params, Query, Body>) {
  const whole = { method, path, params: wire.nothing, query: wire.nothing, ...parts };
  return whole as unknown as Operation<Params, Query, Body>;
}

/** Of the document, and of the API's page. */
export const tags = ["Catalogue", "Livraison", "Commandes", "Comptes", "Autour"] as const;

export function tagOf({ path }: Pick<Operation, "path">): (typeof tags)[number] {
  if (path.startsWith("/auth/")) return "Comptes";
  if (path.startsWith("/health/") || path.endsWith(".json")) return "Autour";
  if (path.includes("orders")) return "Commandes";
  return path.includes("/yalidine/") ? "Livraison" : "Catalogue";
}

export const ok = (description: string, body: ZodTypeAny) => ({ 200: { description, body } });
export const refusal = (description: string) => ({ description, body: wire.problem });
