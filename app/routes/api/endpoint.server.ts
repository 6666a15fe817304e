import type { ActionFunctionArgs } from "@remix-run/node";
import fresh from "fresh";
import { defaultErrorMap, type TypeOf, type ZodErrorMap, type ZodTypeAny } from "zod";
import type { output as Output, ZodMiniObject } from "zod/v4-mini";
import type { Operation } from "~/api/operation.server";
import { idempotencyKey } from "~/api/schemas.server";
import { readJson } from "~/forms/json.server";
import { type FieldOf, type FormShape, parseValues } from "~/forms/parse-form.server";
import { etagOf } from "~/http/page-headers.server";
import { shownElsewhere } from "~/http/security-headers.server";
import { ShopUnavailable } from "~/shop/shop";

/** Thrown to refuse a request; `errors` are sentences by field. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503,
    message: string,
    readonly errors?: Record<string, string>,
    readonly more: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** @returns the refusal of one field */
export const wrong = (field: string, message: string) => new Refusal(400, message, { [field]: message });

/** An answer with another status than 200, or with headers. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

interface Call<Params, Query, Body> {
  request: Request;
  params: Params;
  query: Query;
  body: Body;
  /** The Idempotency-Key, where the operation takes one and it was sent. */
  key: string | undefined;
}

/**
 * Loader and action in one, which check a request by its operation's schemas and answer in JSON.
 * @param answer returns the body of a 200, or an `Answer`
 */
export function endpoint<Params extends ZodTypeAny, Query extends ZodTypeAny, Body extends ZodTypeAny>(
  typed: Operation<Params, Query, Body>,
  answer: (call: Call<TypeOf<Params>, TypeOf<Query>, TypeOf<Body>>) => Promise<unknown>,
): (args: ActionFunctionArgs) => Promise<Response> {
  const operation = typed as unknown as Operation;
  const methods = operation.method === "GET" ? ["GET", "HEAD"] : ["POST"];
  return async ({ request, params }) => {
    if (request.method === "OPTIONS") return preflight(operation, methods);
    if (!methods.includes(request.method)) {
      const Allow = [...methods, "OPTIONS"].join(", ");
      return json(request, new Answer(405, { message: sentences[405] }, { Allow }));
    }
    try {
      const result = await answer(await read(operation, request, params));
      return json(request, result instanceof Answer ? result : new Answer(200, result), operation);
    } catch (error) {
      return json(request, failed(error, operation, request), operation);
    }
  };
}

function failed(error: unknown, { failure = "Une erreur est survenue" }: Operation, request: Request): Answer {
  if (error instanceof Refusal) {
    const { status, message, errors, more } = error;
    const headers = { ...error.headers, ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}) };
    return new Answer(status, { message, ...(errors ? { errors } : {}), ...more }, headers);
  }
  if (error instanceof ShopUnavailable)
    return new Answer(503, { message: `${failure}. Réessayez dans un instant.` }, { "Retry-After": "60" });
  console.error("%s %s", request.method, new URL(request.url).pathname, error);
  return new Answer(500, { message: failure });
}

async function read(
  operation: Operation,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<Call<never, never, never>> {
  const { searchParams } = new URL(request.url);
  // An empty parameter is ignored (section 7); of a repeated one the last counts.
  const query = Object.fromEntries([...searchParams].filter(([, value]) => value !== ""));
  const call = {
    request,
    params: parsed(operation.params, params),
    query: parsed(operation.query, query),
    body: undefined as unknown,
    key: operation.once ? keyOf(request) : undefined,
  };
  if (operation.body) {
    const posted = await readJson(request);
    if ("refused" in posted) throw new Refusal(posted.refused, sentences[posted.refused]);
    call.body = parsed(operation.body, posted.value);
  }
  return call as Call<never, never, never>;
}

export const sentences = {
  400: "Le corps de la requête n'est pas du JSON lisible",
  404: "Cette adresse n'existe pas",
  405: "Cette adresse ne répond pas à cette méthode",
  413: "La requête est trop longue\u00a0: 64 Ko au plus",
  415: "La requête doit être en JSON (application/json)",
};

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key") ?? undefined;
  const wrong = idempotencyKey.optional().safeParse(key).error;
  if (wrong) throw new Refusal(400, wrong.issues[0]?.message ?? "");
  return key;
}

function parsed(schema: ZodTypeAny, value: unknown): unknown {
  const result = schema.safeParse(value, { errorMap: ownOrGeneral });
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }): [string, string] => [path.join("."), message]);
  const [field = "", first = ""] = details[0] ?? [];
  // A general message needs the field's name; a schema's own message does not.
  const isGeneral = first === MISSING || first === WRONG;
  const message = isGeneral && field ? `${field}\u00a0: ${first.toLowerCase()}` : first;
  const errors: Record<string, string> = {};
  for (const [name, text] of details) errors[name] ??= text;
  throw new Refusal(400, message, errors);
}

/** Messages for any field. */
const MISSING = "Ce champ est requis";
const WRONG = "Cette valeur n'est pas possible ici";

/** @returns the schema's own message, or a general one */
const ownOrGeneral: ZodErrorMap = (issue, context) => {
  if (context.defaultError !== defaultErrorMap(issue, context).message) return { message: context.defaultError };
  const isMissing = issue.code === "invalid_type" && issue.received === "undefined";
  return { message: isMissing ? MISSING : WRONG };
};

/**
 * Checks what a program sent by the schema of a page's form.
 * @param names the API's names of the form's fields
 * @throws Refusal with the first error as its message; all of them are in `errors`
 */
export function parseAs<Schema extends ZodMiniObject>(
  shape: FormShape<Schema>,
  typed: Partial<Record<FieldOf<Schema>, string>>,
  names: Partial<Record<FieldOf<Schema>, string>> = {},
): Output<Schema> {
  const { value, errors } = parseValues(typed, shape);
  if (value) return value;
  const details = Object.entries<string | undefined>(errors).flatMap(([field, message = ""]): [string, string][] => [
    [names[field as FieldOf<Schema>] ?? field, message],
  ]);
  throw new Refusal(400, details[0]?.[1] ?? "", Object.fromEntries(details));
}

const EVERYBODY = { "Access-Control-Allow-Origin": "*", ...shownElsewhere };
/** A minute, as for pages in shared caches. */
const CACHED = "public, max-age=60";

/** @param operation undefined when none was reached: the answer is then not cached or shared */
export function json(request: Request, { status, body, headers }: Answer, operation?: Operation) {
  const isOpen = operation?.who === "everybody";
  const isCached = isOpen && status === 200;
  const sent = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": isCached ? CACHED : "no-store",
    ...(isOpen ? { ...EVERYBODY, "Access-Control-Expose-Headers": "ETag, Retry-After" } : {}),
    ...headers,
  });
  const text = JSON.stringify(body);
  if (isCached) {
    const etag = etagOf(text);
    sent.set("ETag", etag);
    if (fresh(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers: sent });
  }
  return new Response(text, { status, headers: sent });
}

/** Public answers may be read from any site, with the headers of section 7's storefront. */
function preflight({ who }: Operation, methods: string[]): Response {
  const Allow = [...methods, "OPTIONS"].join(", ");
  if (who !== "everybody") return new Response(null, { status: 204, headers: { Allow, "Cache-Control": "no-store" } });
  return new Response(null, {
    status: 204,
    headers: {
      Allow,
      ...EVERYBODY,
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
      "Access-Control-Max-Age": "86400",
    },
  });
}

export interface Page<Item> {
  items: Item[];
  total: number;
}

/** The shop lists by pages, the API by any offset: a slice lies on one page, or on two. */
export async function sliceOf<Item>(
  limit: number,
  offset: number,
  pageAt: (page: number) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const first = Math.floor(offset / limit) + 1;
  const skipped = offset % limit;
  const { items, total } = await pageAt(first);
  if (skipped > 0) items.push(...(await pageAt(first + 1)).items);
  return { items: items.slice(skipped, skipped + limit), total };
}
