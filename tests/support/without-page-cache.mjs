import { subscribe } from "node:diagnostics_channel";

/**
 * Loaded before the shop (node --import): takes the page cache out of its middleware. Each page is then rendered for the one request, by
 * loaders that know the visitor: pages that were kept have to equal it.
 */
const name = "answerKept";

subscribe("http.server.request.start", ({ response }) => {
  const { shopMiddleware } = globalThis;
  globalThis.shopMiddleware = shopMiddleware.filter((one) => one.name !== name);
  // For a test that the page cache was found under this name.
  if (shopMiddleware.some((one) => one.name === name)) globalThis.isWithoutPageCache = true;
  if (globalThis.isWithoutPageCache) response.setHeader("x-rendered", "anew");
});
