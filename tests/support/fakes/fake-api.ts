import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { closed, drip, fiftyMegabytes, listening } from "./fake-server";

/** Another shop's API for tests: a small catalogue, orders by key, and all kinds of failures. */

export const faults = [
  "silent",
  "drip",
  "429",
  "500",
  "html",
  "truncated",
  "wrong JSON",
  "wrong types",
  "missing fields",
  "50 MB",
] as const;

export type Fault =
  | (typeof faults)[number]
  /** Does the work, and closes the connection before it answers. */
  | "lost answer"
  /** Does the work, and answers when nobody waits any more. */
  | "late answer"
  /** Does the work, and fails afterwards. */
  | "500 afterwards";

/** Milliseconds. */
const LATE = 1_000;

export interface Call {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** A picture, a later one, or a failure. */
export type FakePicture = Buffer | Promise<Buffer> | "silent" | "500" | "html" | "50 MB" | { to: string };

export interface FakeApi {
  url: string;
  calls: Call[];
  /** By path, without the query; all others are 404. */
  pictures: Map<string, FakePicture>;
  catalogue: typeof sampleCatalogue;
  orders: Map<string, Record<string, unknown>>;
  /** Fees of delivery to a door. */
  fees: typeof usualFees;
  /** Refuses the next order. */
  refuse(status: number, body: unknown): void;
  /** Leaves this field out of orders from now on. */
  omit(field: string): void;
  /** Fails this many times on paths with this prefix. */
  fail(fault: Fault, path?: string, times?: number): void;
  /** Fails on the calls for which this names a fault. */
  failBy(choose: (call: Call) => Fault | undefined): void;
  heal(): void;
  /** Restores catalogue and fees. */
  restock(): void;
  /** Refuses connections until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
  stop(): Promise<void>;
}

const product = (id: string, price: number, stock: number) => ({
  id,
  name: `Modèle ${id}`,
  slug: `modele-${id}`,
  price,
  category: "sabots",
  categoryId: "c1",
  collectionId: "g1",
  gender: "femme",
  isActive: true,
  createdAt: "2026-01-02T03:04:05.000Z",
  images: [{ url: "https://api.example/pictures/boston-daim/taupe-face-800.jpg", alt: "De face", color: "noir" }],
  colors: [{ name: "Noir", hex: "#000000" }],
  variants: [38, 39].map((size) => ({
    id: `${id}-${size}`,
    sku: `${id}-${size}`,
    stock,
    options: { size, color: "Noir" },
  })),
});

export const sampleCatalogue = {
  categories: [{ id: "c1", slug: "femmes", name: "Femmes", parentId: null }] as unknown,
  collections: [{ id: "g1", slug: "premium", name: "Premium", description: "", categoryId: "c1" }] as unknown,
  products: [product("p1", 5_000, 7), product("p2", 6_000, 0)] as unknown,
  sections: [{ id: "s1", type: "hero", title: "De l'API", content: {}, order: 0 }] as unknown,
};

const communes = [
  { id: 3101, name: "Oran", has_stop_desk: true },
  { id: 3102, name: "Gdyel" },
];
const usualFees = { deliveryFee: 500, codFee: 0, insuranceFee: 0, totalFee: 500, deliveryTime: 7 };

async function sendPicture(picture: FakePicture, response: ServerResponse): Promise<void> {
  const type = { "content-type": "image/png" };
  if (picture === "silent") return;
  if (picture === "500") response.writeHead(500).end();
  else if (picture === "html") response.writeHead(200, { "content-type": "text/html" }).end("<h1>Portail</h1>");
  else if (picture === "50 MB") {
    response.writeHead(200, type);
    await fiftyMegabytes(response);
    response.end();
  } else if ("to" in picture) response.writeHead(302, { location: picture.to }).end();
  else response.writeHead(200, type).end(await picture);
}

export type Reply = [status: number, body: unknown];

interface Options {
  /** Answers first; undefined for what this one answers. */
  serve?: (call: Call, fake: Pick<FakeApi, "catalogue" | "orders">) => Reply | undefined;
  /** Whether it serves the fees of all communes at once, beyond section 7. */
  isLikeThisShop?: boolean;
  /** Fields that identify an order, which is then found by `id` alone. @param index from 0 on */
  numbers?: (index: number) => { id?: unknown; orderNumber?: unknown };
}

function likeOurs(index: number) {
  const letters = "ABCDEFGH";
  const number = `AAAA-AAA${letters[index % letters.length]}`;
  return { id: number, orderNumber: number };
}

/** The names in the shop's document of fields that section 7 does not name. */
const openApiDocument = {
  paths: {
    "/api/orders": { post: { parameters: [{ in: "header", name: "Idempotency-Key" }] } },
    "/api/orders/{id}/cancel": { post: {} },
    "/api/orders/{id}/correct": { post: {} },
  },
};

export async function fakeApi({ isLikeThisShop = true, numbers = likeOurs, serve }: Options = {}): Promise<FakeApi> {
  const calls: Call[] = [];
  const orders = new Map<string, Record<string, unknown>>();
  const pictures: FakeApi["pictures"] = new Map();
  let failing: { choose: (call: Call) => Fault | undefined; times: number } | undefined;
  let refusal: Reply | undefined;
  let omitted: string | undefined;
  const fees = { ...usualFees };
  let url = "";
  const catalogue = structuredClone(sampleCatalogue);

  const answer = (path: string, call: Call): Reply => {
    if (refusal && call.method === "POST" && path === "/api/orders") {
      const refused = refusal;
      refusal = undefined;
      return refused;
    }
    return serve?.(call, { catalogue, orders }) ?? ownAnswer(path, call);
  };

  const ownAnswer = (path: string, call: Call): Reply => {
    const { pathname, searchParams } = new URL(path, "http://fake");
    const [, wanted] = /^\/api\/products\/([^/]+)$/.exec(pathname) ?? [];
    const list = catalogue.products as { id: string }[];
    if (wanted) return list.some(({ id }) => id === wanted) ? [200, list.find(({ id }) => id === wanted)] : [404, {}];
    if (pathname === "/api/openapi.json")
      return isLikeThisShop ? [200, openApiDocument] : [404, { message: "Page non trouvée" }];
    if (pathname === "/api/products") return [200, { products: list }];
    if (pathname === "/api/categories") return [200, catalogue.categories];
    if (pathname === "/api/collections") return [200, catalogue.collections];
    if (pathname === "/api/content/home-sections")
      return catalogue.sections === undefined ? [404, { message: "Page non trouvée" }] : [200, catalogue.sections];
    if (pathname === "/api/yalidine/wilayas") return [200, [{ id: 31, name: "Oran" }]];
    if (pathname === "/api/yalidine/communes") return [200, communes];
    if (pathname === "/api/yalidine/centers") return [200, [{ id: 310101, name: "Relais", address: "Rue" }]];
    if (pathname === "/api/yalidine/calculate-fees") {
      const { toCommuneId, isStopDesk } = call.body as { toCommuneId: number; isStopDesk: boolean };
      if (toCommuneId !== 3101) return [404, { message: "Impossible de calculer les frais" }];
      return [200, isStopDesk ? { ...usualFees, totalFee: 300 } : fees];
    }
    if (pathname === "/api/yalidine/quotes") {
      if (!isLikeThisShop) return [404, { message: "Page non trouvée" }];
      const isOran = searchParams.get("wilaya_id") === "31";
      return [200, isOran ? [{ commune_id: 3101, home: fees, stop_desk: { ...usualFees, totalFee: 300 } }] : []];
    }
    if (pathname === "/api/yalidine/wilaya-fees") {
      if (!isLikeThisShop) return [404, { message: "Page non trouvée" }];
      return [200, [{ wilaya_id: 31, home: { least: 500, most: 500 }, stop_desk: { least: 300, most: 300 } }]];
    }
    if (call.method === "POST" && pathname === "/api/orders") return placed(call);
    const [, number = "", deed] = /^\/api\/orders\/([^/]+)(?:\/(cancel|correct))?$/.exec(pathname) ?? [];
    const order = [...orders.values()].find(
      ({ id, orderNumber }) => String(id ?? orderNumber) === decodeURIComponent(number),
    );
    if (!order || order.bearer !== call.headers.authorization) return [404, { message: "Commande non trouvée" }];
    if (deed && order.status !== "pending") return [409, { message: "trop tard" }];
    if (deed === "cancel") order.status = "cancelled";
    if (deed === "correct") order.shippingAddress = { ...(order.shippingAddress as object), ...(call.body as object) };
    return [200, order];
  };

  const placed = ({ body, headers }: Call): Reply => {
    const key = String(headers["idempotency-key"]);
    const known = orders.get(key);
    const mayRead = known?.bearer === headers.authorization ? { id: known?.id, orderNumber: known?.orderNumber } : {};
    if (known) return known.content === JSON.stringify(body) ? [200, known] : [409, { message: "clé", ...mayRead }];
    const { customer, ...posted } = body as { customer: object };
    const fields = { ...posted, shippingAddress: customer, ...numbers(orders.size), status: "pending", fees };
    const order: Record<string, unknown> = { ...fields, bearer: headers.authorization };
    if (omitted !== undefined) delete order[omitted];
    orders.set(key, { ...order, content: JSON.stringify(body) });
    return [201, order];
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const text = (await buffer(request)).toString();
    const call = {
      method: request.method ?? "",
      path,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    calls.push(call);
    const picture = pictures.get(path.split("?")[0] ?? "");
    if (picture !== undefined) return sendPicture(picture, response);
    const json = (status: number, value: unknown, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof value === "string" ? value : JSON.stringify(value));
    };
    const fault = failing && failing.times > 0 ? failing.choose(call) : undefined;
    if (!failing || fault === undefined) return json(...answer(path, call));
    failing.times -= 1;
    switch (fault) {
      case "silent":
        return;
      case "drip": {
        response.writeHead(200, { "content-type": "application/json" });
        return drip(response);
      }
      case "429":
        return json(429, { message: "Trop" }, { "retry-after": "2" });
      case "500":
        return json(500, { message: "Panne" });
      case "html":
        response.writeHead(200, { "content-type": "text/html" });
        return response.end("<h1>Portail</h1>");
      case "truncated":
        return json(200, '{"products":[{"id":"p1","na');
      case "wrong JSON":
        return json(200, "null");
      case "wrong types":
        return json(200, { products: "x", categories: 3, collections: null, data: {} });
      case "missing fields":
        return json(200, {});
      case "50 MB":
        response.writeHead(200, { "content-type": "application/json" });
        await fiftyMegabytes(response);
        return response.end("[]");
      case "lost answer":
        answer(path, call);
        return request.socket.destroy();
      case "late answer": {
        const late = answer(path, call);
        return setTimeout(() => response.destroyed || json(...late), LATE);
      }
      case "500 afterwards":
        answer(path, call);
        return json(500, { message: "Panne" });
    }
  };

  let server = createServer();
  const open = async () => {
    server = createServer((request, response) => void handle(request, response));
    url = await listening(server, "127.0.0.1", url === "" ? 0 : Number(new URL(url).port));
  };
  const close = async () => {
    await closed(server);
    // The shop's sockets, in this process, learn of it in the next turns of the event loop.
    await new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), 10));
  };
  await open();
  return {
    url,
    calls,
    pictures,
    catalogue,
    orders,
    fees,
    refuse(...response) {
      refusal = response;
    },
    omit(field) {
      omitted = field;
    },
    fail(fault, path = "/", times = Number.POSITIVE_INFINITY) {
      failing = { choose: (call) => (call.path.startsWith(path) ? fault : undefined), times };
    },
    failBy(choose) {
      failing = { choose, times: Number.POSITIVE_INFINITY };
    },
    heal() {
      failing = undefined;
    },
    restock() {
      Object.assign(catalogue, structuredClone(sampleCatalogue));
      Object.assign(fees, usualFees);
    },
    open,
    close,
    stop: close,
  };
}
