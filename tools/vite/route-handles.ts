import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { type WholeHandle, wholeHandle } from "../../app/route-handle";
import { routeTable, type TableRoute } from "./route-table";

interface HandledRoute extends TableRoute {
  handle: WholeHandle;
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
  const exports = routeTable.map(
    ({ file }, index) =>
      `import * as route${index} from "./${file}"; export const handle${index} = route${index}.handle;`,
  );
  const { outputFiles } = await build({
    stdin: { contents: exports.join("\n"), resolveDir: fileURLToPath(new URL("../../app", import.meta.url)) },
    plugins: [withoutImports],
    bundle: true,
    // A route may have no handle.
    logOverride: { "import-is-undefined": "silent" },
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const handles = (await import(`data:text/javascript;base64,${code}`)) as Record<string, unknown>;
  return routeTable.map((route, index) => ({ ...route, handle: wholeHandle(handles[`handle${index}`]) }));
}
