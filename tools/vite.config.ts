import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { type Connect, defineConfig, type Plugin, transformWithEsbuild } from "vite";
import remixOptions from "../remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `import()` in the browser is the browser's own. Vite wraps it to fetch style sheets and imports ahead; the style sheet is in the
 * page, and the wrapping would be 0.7 KB of script on every page (P-2).
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/** A script that stands in every page as text is made small as well; `catch {}` is younger than some phones. */
const smallText: Plugin = {
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
const noClientRoutes: Plugin = {
  name: "no-client-routes",
  transform: (_code, id) => (id.endsWith("?__remix-build-client-route") ? "export {};" : null),
};

/** In development every change of the shop's own files is shown by loading the page anew: most of a page is the server's. */
const reloadOnChange: Plugin = {
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
    if (!file.startsWith(at("../app"))) return;
    server.ws.send({ type: "full-reload" });
    return [];
  },
};

/**
 * What islands need together is one file, so that a first touch waits for one round trip. Everything else is divided as it is
 * imported.
 */
const TOGETHER: [name: string, modules: RegExp][] = [
  [
    "react",
    /commonjsHelpers|\/node_modules\/(?:react|react-dom|scheduler)\/|\/app\/islands\/hydrate\.|forms\/use-hydrated\./,
  ],
  [
    "form",
    /\/node_modules\/@conform-to\/(?:react|dom)\/|\/app\/components\/forms\/(?:field-specs|form-fields|text-control|use-live-form|validators)\./,
  ],
  ["delivery", /\/app\/components\/forms\/(?:delivery-fields|use-delivery)\.|product\/direct-order\./],
  [
    "figures",
    /\/app\/(?:domain\/(?:cart|choice|delivery|delivery-view|money|phone|size)|routes\/product\/(?:chosen|choose))\./,
  ],
];

export default defineConfig(({ isSsrBuild }) => ({
  root: at(".."),
  plugins: [plainImports, smallText, remix(remixOptions), noClientRoutes, reloadOnChange],
  resolve: {
    alias: [
      { find: "~", replacement: at("../app") },
      // @conform-to/zod takes four functions of zod/v4, which zod/v4-mini has as well: 2.7 KB less of compressed script.
      { find: /^zod\/v4$/, replacement: "zod/v4-mini" },
    ],
  },
  // In development: what the browser is given is prepared before the first page. Found later, it would load that page anew.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "@conform-to/zod/v4", "keen-slider", "react-dom", "zod/v4-mini"],
  },
  css: { postcss: { plugins: [tailwindcss({ config: at("../tailwind.config.ts") }), autoprefixer()] } },
  // Old phones get what they understand; the server is Node 20 and later.
  build: {
    target: isSsrBuild ? "node20" : "es2020",
    assetsInlineLimit: 0,
    cssMinify: true,
    modulePreload: false,
    rollupOptions: isSsrBuild
      ? {}
      : {
          // The framework's route scripts (noClientRoutes).
          onwarn: (warning, warn) => warning.code !== "EMPTY_BUNDLE" && warn(warning),
          output: {
            onlyExplicitManualChunks: true,
            manualChunks: (id) => TOGETHER.find(([, modules]) => modules.test(id))?.[0],
          },
        },
  },
}));
