import { subscribe } from "node:diagnostics_channel";

/**
 * Loaded before the shop (node --import): takes the page cache out of its middleware, so that pages
 * are rendered for one visitor and can be compared with kept ones.
 */
const name = "answerKept";

subscribe("http.server.request.start", ({ response }) => {
  const { shopMiddleware } = globalThis;
  globalThis.shopMiddleware = shopMiddleware.filter((item) => item.name !== name);
  // Tests check that the page cache was found under this name.
  if (shopMiddleware.some((item) => item.name === name)) globalThis.isWithoutPageCache = true;
  if (globalThis.isWithoutPageCache) response.setHeader("x-rendered", "fresh");
});
