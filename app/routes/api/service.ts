import { openApiDocument } from "~/api/document.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Answer } from "./endpoint.server";
import { serve } from "./serve.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** Milliseconds after which the database counts as unavailable. */
const PATIENCE = 5_000;

let cached: object | undefined;

/** Any other address below /api, /auth and /health is a 404 in JSON, since programs read it. */
export const loader = serve({
  async getDocument() {
    cached ??= openApiDocument(settings.siteUrl);
    return cached;
  },

  /** For a supervisor that restarts a process which no longer answers. */
  isLive: async () => ({ status: "ok" }),

  /** For a load balancer that sends visitors here, or elsewhere. */
  async isReady() {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, false);
    });
    try {
      const isReady = await Promise.race([isDatabaseReady(), tooLate]);
      return isReady ? { status: "ok" } : new Answer(503, { status: "unavailable" }, { "Retry-After": "10" });
    } finally {
      clearTimeout(timer);
    }
  },
});
export const action = loader;

/** Reads a cart that nobody has, the cheapest query of the shop. */
async function isDatabaseReady(): Promise<boolean> {
  try {
    await (await getShop()).carts.count("nobody");
    return true;
  } catch (error) {
    if (error instanceof ShopUnavailable) return false;
    throw error;
  }
}
