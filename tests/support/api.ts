import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { type Answer, type Ask, Client } from "./http";

/** The API of a served shop, every answer of which has to be what its OpenAPI document says. */

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
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

  /** @throws when no operation of this path and method may answer so */
  check(method: string, address: string, { status, headers, text }: Answer): void {
    const path = address.split("?")[0] ?? "";
    const told = `${method} ${path} ${status} ${text.slice(0, 500)}`;
    if (status === 304 || method === "HEAD" || method === "OPTIONS") return;
    expect(headers["content-type"], told).toMatch(/^application\/json/);
    const fitting = Object.keys(this.document.paths).filter((known) => patternOf(known).test(path));
    // The exact one before one with a parameter.
    const [operation] = fitting.sort((a, b) => a.split("{").length - b.split("{").length);
    const isServed = operation && this.document.paths[operation]?.[method.toLowerCase()];
    if (!isServed) {
      expect([403, 404, 405, 413], told).toContain(status);
      expect(this.validate("#/components/schemas/Problem", JSON.parse(text)), told).toEqual([]);
      return;
    }
    const place = ["paths", operation, method.toLowerCase(), "responses", status, "content", "application/json"];
    expect(Object.keys(isServed.responses), `undocumented: ${told}`).toContain(String(status));
    const pointer = place.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    expect(this.validate(`#/${pointer}/schema`, JSON.parse(text)), told).toEqual([]);
  }

  private validate(reference: string, value: unknown): unknown[] {
    const validate = this.known.get(reference) ?? this.ajv.compile({ $ref: `api${encodeURI(reference)}` });
    this.known.set(reference, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => [instancePath, message]);
  }
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

/** A field that the document does not name is a fault, which a schema alone would let pass. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  const isObject = inner.type === "object" && "properties" in inner && !("additionalProperties" in inner);
  return isObject ? { ...inner, additionalProperties: false } : inner;
}

/** A program that asks the API. */
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
