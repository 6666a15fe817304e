import { createHash } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import fresh from "fresh";
import { defaultErrorMap, type TypeOf, type ZodErrorMap, type ZodTypeAny } from "zod";
import type { output as Output, ZodMiniType } from "zod/v4-mini";
import type { Operation } from "~/api/operations.server";
import { compress, encodingFor } from "~/server/compression.server";
import { readJson } from "~/server/json.server";
import { type FormShape, parseValues } from "~/server/parse-form.server";
import { ShopUnavailable } from "~/shop/shop";

/** How an operation of the API is served: asked by what its schemas take, answered as its list of answers says. */

/** Thrown by whoever has to refuse; `errors` are sentences by field. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429,
    message: string,
    readonly errors?: Record<string, string>,
    readonly more: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** What is answered when it is not simply 200. */
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

type Serve = { operation: Operation; answer: (call: Call<never, never, never>) => Promise<unknown> };

/** @param answer what is answered with 200, or an `Answer` */
export function serve<Params extends ZodTypeAny, Query extends ZodTypeAny, Body extends ZodTypeAny>(
  operation: Operation<Params, Query, Body>,
  answer: (call: Call<TypeOf<Params>, TypeOf<Query>, TypeOf<Body>>) => Promise<unknown>,
): Serve {
  return { operation: operation as unknown as Operation, answer };
}

type Handler = (args: ActionFunctionArgs) => Promise<Response>;

/** Loader and action of an address of the API. */
export function endpoint({ operation, answer }: Serve): { loader: Handler; action: Handler } {
  const methods = operation.method === "GET" ? ["GET", "HEAD"] : ["POST"];
  const handler: Handler = async ({ request, params }) => {
    if (request.method === "OPTIONS") return preflight(operation, methods);
    if (!methods.includes(request.method)) {
      const Allow = [...methods, "OPTIONS"].join(", ");
      return json(request, new Answer(405, { message: "Cette adresse ne répond pas à cette méthode" }, { Allow }));
    }
    try {
      const call = await read(operation, request, params);
      const answered = await answer(call as Call<never, never, never>);
      return json(request, answered instanceof Answer ? answered : new Answer(200, answered), operation);
    } catch (error) {
      return json(request, failed(error, operation, request), operation);
    }
  };
  return { loader: handler, action: handler };
}

function failed(error: unknown, { failure }: Operation, request: Request): Answer {
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

async function read(operation: Operation, request: Request, params: Record<string, string | undefined>) {
  const { searchParams } = new URL(request.url);
  // What is empty was not asked (section 7); of what is there twice the last counts.
  const asked = Object.fromEntries([...searchParams].filter(([, value]) => value !== ""));
  const call = {
    request,
    // The route of an order calls its number by that name.
    params: parsed(operation.params, { id: params.number, ...params }),
    query: parsed(operation.query, asked),
    body: undefined as unknown,
    key: undefined as string | undefined,
  };
  if (operation.once) call.key = keyOf(request);
  if (operation.body) {
    const posted = await readJson(request);
    if ("refused" in posted) throw new Refusal(posted.refused, unreadable[posted.refused]);
    call.body = parsed(operation.body, posted.value);
  }
  return call;
}

export const unreadable = {
  400: "Le corps de la requête n'est pas du JSON lisible",
  413: "La requête est trop longue\u00a0: 64 Ko au plus",
  415: "La requête doit être en JSON (application/json)",
};

function keyOf(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key") ?? undefined;
  if (key !== undefined && !/^[\x21-\x7e]{16,200}$/.test(key))
    throw new Refusal(400, "Idempotency-Key\u00a0: de 16 à 200 caractères imprimables, sans espace");
  return key;
}

function parsed(schema: ZodTypeAny, value: unknown): unknown {
  const result = schema.safeParse(value, { errorMap: ownWordsOrCode });
  if (result.success) return result.data;
  const found = result.error.issues.map(({ path, message }): [string, string] => [path.join("."), message]);
  const [field = "", first = ""] = found[0] ?? [];
  // A sentence of the shop's own says it; what is said of any field needs its name.
  const message = isGeneral(first) && field ? `${field}\u00a0: ${general[first].toLowerCase()}` : inWords(first);
  const errors: Record<string, string> = {};
  for (const [name, one] of found) errors[name] ??= inWords(one);
  throw new Refusal(400, message, errors);
}

/** What can be wrong with any field, by code. */
const general = { missing: "Ce champ est requis", wrong: "Cette valeur n'est pas possible ici" };
const isGeneral = (message: string): message is keyof typeof general => Object.hasOwn(general, message);
const inWords = (message: string) => (isGeneral(message) ? general[message] : message);

/** @returns the schema's own words, or the code of what it has none for */
const ownWordsOrCode: ZodErrorMap = (issue, context) => {
  if (context.defaultError !== defaultErrorMap(issue, context).message) return { message: context.defaultError };
  const isMissing = issue.code === "invalid_type" && issue.received === "undefined";
  return { message: (isMissing ? "missing" : "wrong") satisfies keyof typeof general };
};

/**
 * Checks what programs sent as the form of a page is.
 *
 * @param names what the API calls fields of the form
 * @throws Refusal in the words of the first thing that is wrong; all of it is in `errors`
 */
export function parseAs<Field extends string, Schema extends ZodMiniType>(
  shape: FormShape<Field, Schema>,
  typed: Partial<Record<Field, string>>,
  names: Partial<Record<Field, string>> = {},
): Output<Schema> {
  const { value, errors } = parseValues(typed, shape);
  if (value) return value;
  const found = Object.entries<string | undefined>(errors).flatMap(([field, message = ""]): [string, string][] => [
    [names[field as Field] ?? field, message],
  ]);
  throw new Refusal(400, found[0]?.[1] ?? "", Object.fromEntries(found));
}

const EVERYBODY = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };
/** A minute, as pages are kept by shared caches. */
const KEPT = "public, max-age=60";

/** @param operation unless the answer is nobody's in particular */
export async function json(request: Request, { status, body, headers }: Answer, operation?: Operation) {
  const isOpen = operation?.who === "everybody";
  const isKept = isOpen && status === 200;
  const sent = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": isKept ? KEPT : "no-store",
    Vary: "Accept-Encoding",
    ...(isOpen ? { ...EVERYBODY, "Access-Control-Expose-Headers": "ETag, Retry-After" } : {}),
    ...headers,
  });
  const bytes = Buffer.from(JSON.stringify(body));
  const encoding = encodingFor(request.headers.get("accept-encoding") ?? undefined);
  if (isKept) {
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    // Strong: other bytes, another tag.
    const etag = `"${hash}${encoding === "identity" ? "" : `-${encoding}`}"`;
    sent.set("ETag", etag);
    if (fresh(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers: sent });
  }
  const packed = compress(bytes, encoding);
  if (encoding !== "identity") sent.set("Content-Encoding", encoding);
  sent.set("Content-Length", String(packed.byteLength));
  return new Response(packed as BodyInit, { status, headers: sent });
}

/** What is public may be read from any site, with the headers that section 7's storefront sends; nothing may be written. */
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
