import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import type { AnyZodObject, ZodTypeAny } from "zod";
import { type Operation, tagOf } from "./operation.server";
import { operations, refusals } from "./operations.server";
import { idempotencyKey } from "./schemas.server";
import { z } from "./zod.server";

/** The OpenAPI 3.1 document, made from the schemas that check requests. */
export function openApiDocument(siteUrl: string) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description:
      "Le jeton d'un compte (/auth/login), ou celui d'un invité, que dit sa commande. Un invité peut aussi choisir le " +
      "sien avant de commander\u00a0: guest-, puis 43 caractères au hasard (lettres sans accent, chiffres, - et _), soit " +
      "32 octets en base64url. Il commande avec lui, et c'est lui qui lit ensuite la commande.",
  });
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: siteUrl.startsWith("https:") ? "__Host-session" : "session",
    description: "La connexion d'un navigateur, sur ce site seulement.",
  });
  for (const [operationId, operation] of Object.entries<Operation>(operations)) {
    const { method, path, summary, who, params, query, body, once, answers } = operation;
    const takesNoToken = who === "everybody" || path.startsWith("/health/");
    const bearer = { bearer: [] };
    const signedIn = [bearer, { session: [] }];
    // Who gets in may bring a guest's token, and no session.
    const either = path.startsWith("/auth/") ? [bearer, {}] : [...signedIn, {}];
    registry.registerPath({
      operationId,
      method: method === "GET" ? "get" : "post",
      path,
      summary,
      tags: [tagOf(operation)],
      security: takesNoToken ? [] : who === "account" ? signedIn : either,
      request: {
        params: params as never,
        query: query as never,
        ...(once ? { headers: z.object({ "Idempotency-Key": idempotencyKey.optional() }) } : {}),
        ...(body ? { body: { required: true, content: json(body) } } : {}),
      },
      responses: {
        ...Object.fromEntries(
          Object.entries({ ...refusals, ...answers })
            .filter(([status]) => status !== "401" || !takesNoToken)
            .map(([status, { description, body }]) => [
              status,
              { description, content: json(body), ...headersOf(operation, status) },
            ]),
        ),
        ...(who === "everybody"
          ? { 304: { description: "Comme la fois d'avant", ...headersOf(operation, "304") } }
          : {}),
      },
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

/** The headers of an answer that say more than its body. */
function headersOf({ who, once }: Operation, status: string): { headers?: AnyZodObject } {
  if (status === "429" || status === "503") return { headers: z.object({ "Retry-After": retryAfter.optional() }) };
  if (who === "everybody" && /^(?:200|304)$/.test(status)) return { headers: z.object({ ETag: z.string() }) };
  if (once && /^20[01]$/.test(status))
    return { headers: z.object({ Location: z.string(), "Idempotency-Key": idempotencyKey.optional() }) };
  return {};
}

const retryAfter = z.string().openapi({ description: "En secondes." });

const json = (schema: ZodTypeAny) => ({ "application/json": { schema } });
