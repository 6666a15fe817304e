import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Connect, type Plugin, transformWithEsbuild } from "vite";

/** What the shop needs of Vite beyond Remix's plugin. */

const app = fileURLToPath(new URL("../../app", import.meta.url));

/**
 * Keeps `import()` as it is. Vite's wrapping for style sheets and preloads would add 0.7 KB of
 * script to every page (P-2), whose style sheet is inline.
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/** Minifies scripts that pages hold as text, for phones that do not know `catch {}` either. */
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

/** Empties the framework's route scripts: browsers load only the entry and what it imports. */
export const noClientRoutes: Plugin = {
  name: "no-client-routes",
  transform: (_code, id) => (id.endsWith("?__remix-build-client-route") ? "export {};" : null),
};

/** In browsers root.tsx is the office's alone: what its pages hydrate in place of the document. */
export const officeRoot: Plugin = {
  name: "office-root",
  enforce: "pre",
  load: (id, options) =>
    id === `${app}/root.tsx` && !options?.ssr
      ? `export { default, Layout } from "${app}/components/office/browser-root.tsx";`
      : null,
};

/**
 * In development the first request loads the shop, with its migrations. A second one would get
 * modules half loaded, so it waits.
 */
export const oneStart: Plugin = {
  name: "one-start",
  configureServer(server) {
    let started: Promise<void> | undefined;
    // The request itself shows the error, in Vite's panel.
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

/** In development every change of the shop's files reloads the page. */
export const reloadOnChange: Plugin = {
  name: "reload-on-change",
  // A script that was broken for a moment must not turn scripts off for the next pages.
  configureServer({ middlewares }) {
    middlewares.use("/sans-scripts", (_request, response) => void response.writeHead(204).end());
    // Vite's error page needs a script, and no Content-Type, which the shop's headers prevent.
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
