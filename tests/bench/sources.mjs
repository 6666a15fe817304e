import { join } from "node:path";
import { createServer } from "vite";
import { root } from "../../tools/build.mjs";

/** The shop's TypeScript, bundled for plain Node: the catalogue's seed and the tests' orders. */
export async function openSources() {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: "error",
    appType: "custom",
    resolve: { alias: { "~": join(root, "app") } },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  return {
    load: (path) => server.ssrLoadModule(join(root, path)),
    close: () => server.close(),
  };
}
