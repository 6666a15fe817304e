import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { beforeAll, expect } from "vitest";
import type { RunningShop } from "../shop/shop-server";
import { type Answer, type Ask, Client } from "./client";

/** Checks every answer of a served shop's API by its OpenAPI document. */

interface Document {
  paths: Record<string, Record<string, Documented>>;
}

interface Documented {
  operationId: string;
  parameters?: { in: string; name: string; schema: { type?: string } }[];
  responses: Record<string, unknown>;
}

export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly known = new Map<string, ValidateFunction>();
  readonly document: Document;

  constructor(readonly text: string) {
    addFormats.default(this.ajv);
    this.document = JSON.parse(text) as Document;
    this.ajv.addSchema(closed({ ...this.document, $id: "api" }) as object);
  }

  /** @throws when the document allows no such answer to this operation */
  check(method: string, address: string, { status, headers, text }: Answer): void {
    const path = address.split("?")[0] ?? "";
    const answered = `${method} ${path} ${status} ${text.slice(0, 500)}`;
    if (status === 304 || method === "HEAD" || method === "OPTIONS") return;
    expect(headers["content-type"], answered).toMatch(/^application\/json/);
    const fitting = Object.keys(this.document.paths).filter((known) => patternOf(known).test(path));
    // An exact path comes before one with a parameter.
    const [operation] = fitting.sort((a, b) => a.split("{").length - b.split("{").length);
    const isServed = operation && this.document.paths[operation]?.[method.toLowerCase()];
    if (!isServed) {
      expect([403, 404, 405, 413], answered).toContain(status);
      expect(this.validate("#/components/schemas/Problem", JSON.parse(text)), answered).toEqual([]);
      return;
    }
    const place = ["paths", operation, method.toLowerCase(), "responses", status, "content", "application/json"];
    expect(Object.keys(isServed.responses), `undocumented: ${answered}`).toContain(String(status));
    const pointer = place.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    expect(this.validate(`#/${pointer}/schema`, JSON.parse(text)), answered).toEqual([]);
  }

  private validate(reference: string, value: unknown): unknown[] {
    const validate = this.known.get(reference) ?? this.ajv.compile({ $ref: `api${encodeURI(reference)}` });
    this.known.set(reference, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => [instancePath, message]);
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

/** Refuses fields that the document does not name, which a schema alone lets pass. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, closed(field)]));
  const isObject = inner.type === "object" && "properties" in inner && !("additionalProperties" in inner);
  return isObject ? { ...inner, additionalProperties: false } : inner;
}

export class ApiClient {
  readonly http: Client;

  constructor(
    base: string,
    readonly contract: Contract,
    readonly token?: string,
  ) {
    this.http = new Client(base);
  }

  as(token: string): ApiClient {
    return new ApiClient(this.http.base, this.contract, token);
  }

  async ask(path: string, { headers = {}, ...ask }: Ask = {}): Promise<Answer & { json: Record<string, unknown> }> {
    const bearer: Record<string, string> = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const answer = await this.http.ask(path, { ...ask, headers: { ...bearer, ...headers } });
    if (!headers["accept-encoding"]) this.contract.check(ask.method ?? "GET", path, answer);
    const isJson = answer.text.startsWith("{") || answer.text.startsWith("[");
    return { ...answer, json: isJson ? (JSON.parse(answer.text) as Record<string, unknown>) : {} };
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.ask(path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.ask(path, { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } });
  }
}

export async function contractOf(base: string): Promise<Contract> {
  return new Contract((await new Client(base).get("/api/openapi.json")).text);
}

/** A client of a served shop's API, once the shop runs. */
export function apiOf(shop: RunningShop): ApiClient {
  const api = Object.create(ApiClient.prototype) as ApiClient;
  beforeAll(async () => void Object.assign(api, new ApiClient(shop.url, await contractOf(shop.url))));
  return api;
}
