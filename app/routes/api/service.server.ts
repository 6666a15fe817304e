import { setTimeout as wait } from "node:timers/promises";
import { openApiDocument } from "~/api/document.server";
import { settings } from "~/settings.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Answer } from "./endpoint.server";
import type { Answers } from "./serve.server";

/** Milliseconds after which the database counts as unavailable. */
const PATIENCE = 5_000;

let cached: object | undefined;

export const serviceAnswers = {
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
} satisfies Partial<Answers>;
