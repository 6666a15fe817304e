import { setTimeout as wait } from "node:timers/promises";
import { openApiDocument } from "~/api/document.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { unlessUnavailable } from "~/shop/shop";
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
    // A cart that nobody has, the cheapest query of the shop.
    const count = unlessUnavailable(getShop().then(({ carts }) => carts.count("nobody")));
    const isReady = (await Promise.race([count, wait(PATIENCE, undefined, { ref: false })])) !== undefined;
    return isReady ? { status: "ok" } : new Answer(503, { status: "unavailable" }, { "Retry-After": "10" });
  },
});
export const action = loader;
