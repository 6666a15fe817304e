import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Answer, endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** Milliseconds after which the database counts as unavailable. */
const PATIENCE = 5_000;

/** GET /health/ready: for a load balancer that sends visitors here, or elsewhere. */
export const loader = endpoint(operations.isReady, async () => {
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
