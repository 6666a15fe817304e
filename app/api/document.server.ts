import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { ZodTypeAny } from "zod";
import type { Operation } from "./operation.server";
import { operations, refusals } from "./operations.server";
import { idempotencyKey } from "./schemas.server";
import { z } from "./zod.server";

/** The OpenAPI 3.1 document, made from the schemas that check requests. */
export function openApiDocument(siteUrl: string) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "Le jeton d'un compte (/auth/login), ou celui d'un invité, que dit sa commande.",
  });
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: siteUrl.startsWith("https:") ? "__Host-session" : "session",
    description: "La connexion d'un navigateur, sur ce site seulement.",
  });
  for (const [operationId, operation] of Object.entries<Operation>(operations)) {
    const { method, path, summary, who, params, query, body, once, answers } = operation;
    const isOpen = who === "everybody" || path.startsWith("/health/") || path.startsWith("/auth/");
    const bearer = { bearer: [] };
    const signedIn = [bearer, { session: [] }];
    registry.registerPath({
      operationId,
      method: method === "GET" ? "get" : "post",
      path,
      summary,
      tags: [tagOf(path)],
      security: isOpen ? [] : who === "account" ? signedIn : [...signedIn, {}],
      request: {
        params: params as never,
        query: query as never,
        ...(once ? { headers: z.object({ "Idempotency-Key": idempotencyKey.optional() }) } : {}),
        ...(body ? { body: { required: true, content: json(body) } } : {}),
      },
      responses: Object.fromEntries(
        Object.entries({ ...refusals, ...answers }).map(([status, { description, body }]) => [
          status,
          { description, content: json(body) },
        ]),
      ),
    });
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Wahrane",
      version: "1",
      description:
        "L'API de la boutique. Les montants sont des dinars entiers. " +
        "Lire ce qui est public est permis à tout site\u00a0; rien ne s'écrit depuis un autre site que celui-ci.",
    },
    servers: [{ url: siteUrl }],
  });
}

const json = (schema: ZodTypeAny) => ({ "application/json": { schema } });

function tagOf(path: string): string {
  if (path.startsWith("/auth/")) return "Comptes";
  if (path.startsWith("/health/")) return "Santé";
  if (path.includes("orders")) return "Commandes";
  return path.includes("/yalidine/") ? "Livraison" : "Catalogue";
}
