import { type Call, type FakeApi, fakeApi, type Reply } from "./fake-api";

/**
 * An API for tests that keeps to the letter of section 7: every POST of an order is an order. It
 * has no keys, no credentials, no /cancel and no /correct; identifiers and numbers are its own.
 */
interface Letter {
  /** Around an order that was taken. */
  wrap?: (order: Taken) => unknown;
  /** Lists of orders beside that of a user, which section 7 has: by phone. */
  hasPhones?: boolean;
  /** The answer to an unknown request. */
  unknown?: 404 | 405;
}

export type Taken = Record<string, unknown> & { id: string; orderNumber: string };

interface Posted {
  items: { productId: string; productVariantId: string | null; quantity: number; price: number }[];
  shippingCost: number;
  customer: { firstName: string; lastName: string; phone: string; address: string; wilaya: string; commune: string };
  [field: string]: unknown;
}

export function sectionSevenApi({ wrap = (order) => order, hasPhones = false, unknown = 404 }: Letter = {}) {
  return fakeApi({ isLikeThisShop: false, serve });

  function serve({ method, path, body }: Call, { catalogue, orders }: Pick<FakeApi, "catalogue" | "orders">) {
    const { pathname, searchParams } = new URL(path, "http://fake");
    const priced = (product: object) =>
      "price" in product ? { ...product, price: `${Number(product.price).toLocaleString("fr-DZ")} DA` } : product;
    const found = (list: Record<string, unknown>[]): Reply => [200, { success: true, data: list }];
    const all = [...orders.values()];

    if (pathname === "/api/products" && Array.isArray(catalogue.products))
      return [200, { products: catalogue.products.map(priced) }] satisfies Reply;
    const [, productId] = /^\/api\/products\/([^/]+)$/.exec(pathname) ?? [];
    const product = (catalogue.products as { id: string }[]).find(({ id }) => id === productId);
    if (product) return [200, { success: true, data: priced(product) }] satisfies Reply;
    if (!pathname.startsWith("/api/orders")) return undefined;

    if (method === "POST" && pathname === "/api/orders") {
      const { customer, ...posted } = body as Posted;
      if (!customer?.phone) return [400, { message: "Téléphone obligatoire" }] satisfies Reply;
      const id = String(7_000 + orders.size);
      const subtotal = posted.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const order = {
        ...posted,
        id,
        orderNumber: `CMD/${id}`,
        status: "pending",
        createdAt: new Date().toISOString(),
        total: `${subtotal + posted.shippingCost} DA`,
        shippingAddress: { ...customer, city: customer.commune },
      };
      orders.set(id, order);
      return [201, wrap(order)] satisfies Reply;
    }
    const phoneOf = ({ shippingAddress }: Record<string, unknown>) => (shippingAddress as { phone?: string }).phone;
    if (hasPhones && method === "GET" && pathname === "/api/orders")
      return found(all.filter((order) => phoneOf(order) === searchParams.get("phone")));
    const [, userId] = /^\/api\/orders\/user\/([^/]+)$/.exec(pathname) ?? [];
    if (method === "GET" && userId) return found(all.filter((order) => order.userId === userId));
    const [, id] = /^\/api\/orders\/([^/]+)$/.exec(pathname) ?? [];
    const order = id && orders.get(decodeURIComponent(id));
    if (method === "GET" && order) return [200, order] satisfies Reply;
    return [unknown, { message: "Not Found" }] satisfies Reply;
  }
}
