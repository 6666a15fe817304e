import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tableCourier } from "~/courier/table.server";
import { closed, drip, fiftyMegabytes, listening } from "./fake-server";

/**
 * A courier as in docs/courier.md, with the built-in table's places and the real limits. It counts
 * calls within any second, minute, hour and day, and answers one too many with 429.
 */

const LIMITS = {
  second: [1_000, 5],
  minute: [60_000, 50],
  hour: [3_600_000, 1_000],
  day: [86_400_000, 10_000],
} as const;

export const KEYS = { id: "12345678901234567890", token: `secret-${"t".repeat(57)}` };

/** How an answer can fail. */
export type Fault =
  | { kind: "refused" | "silence" | "drip" | "html" | "truncated" | "huge" | "hang-up" }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  | { kind: "json"; body: unknown }
  /** Does the work, and loses the answer. */
  | { kind: "done-and-silent" | "done-and-hang-up" };

export interface FakeParcel {
  order_id: string;
  tracking: string;
  last_status: string;
  /** The posted fields. */
  sent: Record<string, unknown>;
}

interface Request {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export class FakeCourier {
  readonly parcels: FakeParcel[] = [];
  readonly histories: { tracking: string; date_status: string; status: string; reason: string }[] = [];
  /** Paths of all calls, in order. */
  readonly calls: { at: number; what: string }[] = [];
  /** Calls beyond a limit. */
  readonly exceeded: string[] = [];
  /** Replaces any answer before it is sent. */
  change: (path: string, json: unknown, query: URLSearchParams) => unknown = (_, json) => json;
  /** @returns why a parcel is refused, if it is */
  refusal: (parcel: Record<string, unknown>) => string | undefined = () => undefined;
  /** Whether limits apply. */
  isLimited = true;
  /** The most items that a page holds, whatever is requested. */
  largestPage = 1000;
  /** Its list of parcels is empty until then. */
  listsFrom = 0;
  /** Called for a parcel before its answer is sent. */
  onParcel: () => void = () => {};
  readonly #now: () => number;
  readonly #faults: { match: RegExp; fault: Fault; left: number }[] = [];
  readonly #table = tableCourier();
  #server: Server | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Makes the next answers to these calls ("GET fees/") fail. */
  fail(match: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ match, fault, left: times });
  }

  heal(): void {
    this.#faults.length = 0;
  }

  /** For clients in this process: no network, and time that the test sets. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    const request = { method: init?.method ?? "GET", url, headers, body: String(init?.body ?? "") };
    const fault = this.#faultFor(request);
    if (fault?.kind === "refused")
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" }),
      });
    const reply = this.#replyTo(request, fault);
    if (fault?.kind === "silence" || fault?.kind === "done-and-silent")
      await new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    return new Response(reply.body, reply);
  };

  /** On a port, where answers can also be slow or break off. */
  async listen(): Promise<string> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    return `${await listening(this.#server)}/v1/`;
  }

  async close(): Promise<void> {
    if (this.#server) await closed(this.#server);
  }

  /** Body and signature of a webhook. */
  static webhook(secret: string, events: unknown[], type = "parcel_status_updated") {
    const body = JSON.stringify({ type, events });
    return { body, signature: createHmac("sha256", secret).update(body).digest("hex") };
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const url = new URL(incoming.url ?? "/", "http://courier.invalid");
    const request = { method: incoming.method ?? "GET", url, headers: incoming.headers, body };
    const fault = this.#faultFor(request);
    const reply = this.#replyTo(request, fault);
    switch (fault?.kind) {
      case "silence":
      case "done-and-silent":
        return;
      case "hang-up":
      case "done-and-hang-up":
        incoming.socket.destroy();
        return;
      case "drip":
        response.writeHead(200, { "Content-Type": "application/json" });
        return drip(response);
      case "huge":
        response.writeHead(200, { "Content-Type": "application/json" });
        await fiftyMegabytes(response);
        response.end("{}");
        return;
      default:
        response.writeHead(reply.status, reply.headers);
        response.end(reply.body);
    }
  }

  #faultFor({ method, url }: Request): Fault | undefined {
    const what = `${method} ${pathOf(url)}`;
    const found = this.#faults.find(({ match, left }) => left > 0 && match.test(what));
    if (found) found.left -= 1;
    return found?.fault;
  }

  #replyTo(request: Request, fault: Fault | undefined): Reply {
    const at = this.#now();
    const what = `${request.method} ${pathOf(request.url)}`;
    this.calls.push({ at, what });
    const left: Record<string, string> = {};
    for (const [name, [ms, most]] of Object.entries(LIMITS)) {
      const count = this.calls.filter((call) => call.at > at - ms).length;
      if (count > most && this.isLimited) this.exceeded.push(`${count} calls within a ${name}, at ${what}`);
      left[`x-${name}-quota-left`] = String(Math.max(0, most - count));
    }
    const headers = { "Content-Type": "application/json", ...left };
    const json = (status: number, value: unknown): Reply => ({ status, headers, body: JSON.stringify(value) });
    if (this.exceeded.length > 0)
      return { ...json(429, { message: "Too many requests" }), headers: { ...headers, "Retry-After": "10" } };
    if (request.headers["x-api-id"] !== KEYS.id || request.headers["x-api-token"] !== KEYS.token)
      return json(401, { error: { message: "API ID and/or Token are wrong", code: 401, description: "Unauthorized" } });
    switch (fault?.kind) {
      case "html":
        return { status: 200, headers: { "Content-Type": "text/html" }, body: "<!DOCTYPE html><h1>Attention</h1>" };
      case "status":
        return { status: fault.status, headers: { ...headers, ...fault.headers }, body: fault.body ?? "" };
      case "json":
        return json(200, fault.body);
      case "silence":
      case "refused":
      case "drip":
      case "huge":
      case "hang-up":
        return json(200, null);
    }
    const path = pathOf(request.url);
    const done = json(200, this.change(path, this.#answer(request, path), request.url.searchParams));
    return fault?.kind === "truncated" ? { ...done, body: done.body.slice(0, done.body.length / 2) } : done;
  }

  #answer({ method, url: { searchParams }, body }: Request, path: string): unknown {
    const numberOf = (name: string) => Number(searchParams.get(name));
    const listed = (rows: unknown[]) => page(rows, searchParams, this.largestPage);
    switch (`${method} ${path}`) {
      case "GET wilayas/":
        return listed(this.#table.wilayas().map(({ id, name }) => ({ id, name, zone: 1, is_deliverable: 1 })));
      case "GET communes/":
        return listed(
          this.#table.communes(numberOf("wilaya_id")).map(({ id, name, wilayaId, hasPickupPoint }) => ({
            id,
            name,
            wilaya_id: wilayaId,
            wilaya_name: "",
            has_stop_desk: hasPickupPoint ? "1" : "0",
            is_deliverable: "1",
            delivery_time_parcel: 3,
            delivery_time_payment: 5,
          })),
        );
      case "GET centers/":
        return listed(
          this.#table
            .communes(numberOf("wilaya_id"))
            .flatMap(({ id }) => this.#table.pickupPoints(id))
            .map(({ id, name, address, communeId }) => ({
              center_id: id,
              name,
              address,
              gps: "35.67576,-0.639957",
              commune_id: communeId,
              wilaya_id: numberOf("wilaya_id"),
            })),
        );
      case "GET fees/":
        return this.#fees(numberOf("from_wilaya_id"), numberOf("to_wilaya_id"));
      case "POST parcels/":
        return Object.fromEntries((JSON.parse(body) as Record<string, unknown>[]).map((sent) => this.#post(sent)));
      case "GET parcels/":
        return listed(
          this.parcels
            .filter(({ order_id }) => order_id === searchParams.get("order_id") && this.#now() >= this.listsFrom)
            .map((parcel) => ({ price: parcel.sent.price, ...parcel })),
        );
      case "DELETE parcels/":
        return (searchParams.get("tracking") ?? "").split(",").map((tracking) => {
          const index = this.parcels.findIndex(
            (parcel) => parcel.tracking === tracking && parcel.last_status === "En préparation",
          );
          if (index >= 0) this.parcels.splice(index, 1);
          return { tracking, deleted: index >= 0 };
        });
      case "GET histories/": {
        const trackings = (searchParams.get("tracking") ?? "").split(",");
        return listed(this.histories.filter(({ tracking }) => trackings.includes(tracking)));
      }
      default:
        throw new Error(`The fake courier does not know ${method} ${path}.`);
    }
  }

  /** Fees a hundred dinars above the built-in table's. */
  #fees(from: number, to: number): unknown {
    if (from !== 31) throw new Error(`Fees were asked for from ${from}.`);
    const rates = this.#table.communes(to).map(({ id, name }) => ({ id, name, rate: this.#table.rate(to, id) }));
    return {
      from_wilaya_name: "Oran",
      to_wilaya_name: "",
      zone: 1,
      retour_fee: 250,
      cod_percentage: 0.75,
      insurance_percentage: 0.75,
      oversize_fee: rates[0]?.rate?.oversizePerKg,
      per_commune: Object.fromEntries(
        rates.map(({ id, name, rate }) => [
          String(id),
          {
            commune_id: id,
            commune_name: name,
            express_home: (rate?.home ?? 0) + 100,
            // The real courier names a price even where there is no pickup point.
            express_desk: (rate?.pickup ?? 400) + 100,
            economic_home: null,
            economic_desk: null,
          },
        ]),
      ),
    };
  }

  #post(sent: Record<string, unknown>): [string, unknown] {
    const order_id = String(sent.order_id);
    const message = wrongIn(sent, this.#table) ?? this.refusal(sent);
    const refused = { success: false, order_id, tracking: null, import_id: null, label: null, labels: null, message };
    if (message) return [order_id, refused];
    const tracking = `yal-${order_id.replace("-", "")}${this.calls.length}`;
    this.parcels.push({ order_id, tracking, last_status: "En préparation", sent });
    this.onParcel();
    const label = `https://yalidine.app/app/bordereau.php?tracking=${tracking}&token=abc`;
    return [order_id, { success: true, order_id, tracking, import_id: 234, label, labels: label, message: "" }];
  }
}

const pathOf = (url: URL) => url.pathname.replace(/^\/v1\//, "");

function page(rows: unknown[], query: URLSearchParams, largest: number): unknown {
  const [number, size] = [Number(query.get("page") ?? 1), Math.min(largest, Number(query.get("page_size") ?? 100))];
  return {
    has_more: rows.length > number * size,
    total_data: rows.length,
    data: rows.slice((number - 1) * size, number * size),
    links: { self: "https://api.yalidine.app/v1/" },
  };
}

/** @returns what is wrong with a posted parcel */
function wrongIn(sent: Record<string, unknown>, table: ReturnType<typeof tableCourier>): string | undefined {
  const whole = (name: string) => {
    const value = sent[name];
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 150_000
      ? undefined
      : `The ${name} parameter is invalid`;
  };
  const text = (name: string) =>
    typeof sent[name] === "string" && String(sent[name]).trim() ? undefined : `The ${name} parameter is required`;
  const truth = (name: string) =>
    typeof sent[name] === "boolean" ? undefined : `The ${name} parameter must be of type boolean`;
  const wilaya = table.wilayas().find(({ name }) => name === sent.to_wilaya_name);
  const commune = wilaya && table.communes(wilaya.id).find(({ name }) => name === sent.to_commune_name);
  return (
    ["from_wilaya_name", "firstname", "familyname", "address", "product_list"].map(text).find(Boolean) ??
    ["price", "declared_value", "length", "width", "height", "weight"].map((name) => whole(name)).find(Boolean) ??
    ["do_insurance", "freeshipping", "is_stopdesk", "has_exchange"].map(truth).find(Boolean) ??
    (/^0([567]\d{8}|[234]\d{7})$/.test(String(sent.contact_phone)) ? undefined : "The contact_phone is invalid") ??
    (commune ? undefined : "The to_commune_name is invalid") ??
    (sent.is_stopdesk && !table.pickupPoints(commune?.id ?? 0).some(({ id }) => id === sent.stopdesk_id)
      ? "The stopdesk_id is invalid"
      : undefined)
  );
}
