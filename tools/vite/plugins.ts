import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Connect, type Plugin, transformWithEsbuild } from "vite";

/** What the build and the development server do that Vite and Remix do not do by themselves. */

/**
 * `import()` in the browser is the browser's own. Vite wraps it to fetch style sheets and imports ahead; the style sheet is in the
 * page, and the wrapping would be 0.7 KB of script on every page (P-2).
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/** A script that stands in every page as text is made small as well; `catch {}` is younger than some phones. */
export const smallText: Plugin = {
  name: "small-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(".js?raw")) return null;
    const file = id.slice(0, -"?raw".length);
    const { code } = await transformWithEsbuild(await readFile(file, "utf8"), file, { minify: true, target: "es2018" });
    return `export default ${JSON.stringify(code.trim())}`;
  },
};

/** In the browser there are no routes, only the entry and what it loads: the framework's route scripts are left empty. */
export const noClientRoutes: Plugin = {
  name: "no-client-routes",
  transform: (_code, id) => (id.endsWith("?__remix-build-client-route") ? "export {};" : null),
};

/**
 * In development the shop's modules are loaded by the first request, and begin with migrations. Vite gives what waits for itself half
 * loaded to a second request, which would fail: it waits as well.
 */
export const oneStart: Plugin = {
  name: "one-start",
  configureServer(server) {
    let started: Promise<void> | undefined;
    // What was wrong is told by the request itself, in Vite's panel.
    const start = () =>
      server.ssrLoadModule("virtual:remix/server-build").then(
        () => {},
        () => {},
      );
    server.middlewares.use((_request, _response, next) => {
      started ??= start();
      void started.then(() => next());
    });
  },
};

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** In development every change of the shop's own files is shown by loading the page anew: most of a page is the server's. */
export const reloadOnChange: Plugin = {
  name: "reload-on-change",
  // A script that was broken for a moment is no reason to get the next pages without scripts.
  configureServer({ middlewares }) {
    middlewares.use("/sans-scripts", (_request, response) => void response.writeHead(204).end());
    // Vite's own page about an error shows it by a script and does not say that it is HTML, which the shop's headers insist on.
    return () =>
      void middlewares.use(((error, _request, response, next) => {
        response.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        next(error);
      }) satisfies Connect.ErrorHandleFunction);
  },
  handleHotUpdate({ file, server }) {
    if (!file.startsWith(app)) return;
    server.ws.send({ type: "full-reload" });
    return [];
  },
};
