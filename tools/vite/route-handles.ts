import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { RouteHandle } from "../../app/route-handle";
import { routeTable, type TableRoute } from "./route-table";

export interface HandledRoute extends TableRoute {
  handle: RouteHandle;
}

/**
 * Puts functions that do nothing in place of whatever a route imports: the real modules would open
 * the shop. Under any name the module below has such a function.
 */
const withoutImports: Plugin = {
  name: "without-imports",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^/ }, ({ importer }) =>
      importer === "<stdin>" ? undefined : { path: "nothing", namespace: "nothing", sideEffects: false },
    );
    onLoad({ filter: /^/, namespace: "nothing" }, () => ({
      contents: "module.exports = Object.create(new Proxy({}, { get: () => function () {} }));",
    }));
  },
};

/** Imports the routes' modules, and of each its handle. */
export async function handledRoutes(): Promise<HandledRoute[]> {
  const exports = routeTable.map(({ file }, index) => `export { handle as handle${index} } from "./${file}";`);
  const { outputFiles } = await build({
    stdin: { contents: exports.join("\n"), resolveDir: fileURLToPath(new URL("../../app", import.meta.url)) },
    plugins: [withoutImports],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const handles = (await import(`data:text/javascript;base64,${code}`)) as Record<string, RouteHandle>;
  return routeTable.map((route, index) => {
    const handle = handles[`handle${index}`];
    if (!handle) throw new Error(`app/${route.file} does not say of itself what app/route-handle.ts asks.`);
    return { ...route, handle };
  });
}
