import { subscribe } from "node:diagnostics_channel";

/**
 * Loaded before the shop (node --import): from its second request on the framework is asked, past the front door and so past the page
 * cache. What it answers is rendered for that one request, by loaders that know the visitor: pages that were kept have to equal it.
 */
const framework = new WeakMap();

// Heard before the front door hears it, which subscribes later and takes the listeners' place at the first request.
subscribe("http.server.request.start", ({ server }) => {
  const listeners = framework.get(server);
  if (!listeners) {
    framework.set(server, server.listeners("request"));
    return;
  }
  server.removeAllListeners("request");
  for (const listener of listeners) server.on("request", listener);
});
