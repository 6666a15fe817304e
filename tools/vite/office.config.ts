import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "../../remix.config.js";
import { licences } from "./licences";
import { officeRoot, plainImports } from "./plugins";
import { routeTable } from "./route-table";

/**
 * Builds the scripts of the back office, apart from the shop's: in one build both would share
 * files, and shoppers would load what only the office uses of them. Runs after the shop's build
 * (tools/build.mjs).
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const app = join(root, "app");
const ENTRY = join(app, "entry.office.tsx");
const QUERY = "?__remix-build-client-route";

interface Route {
  id: string;
  module: string;
  imports: string[];
  css: string[];
}

/** The manifest that the shop's build wrote, of all routes. */
function shopManifest(): { routes: Record<string, Route> } & Record<string, unknown> {
  const folder = join(root, "build/client/assets");
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file)) ?? "";
  const text = readFileSync(join(folder, name), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

const inOffice = routeTable.filter(({ file }) => file.startsWith("routes/office/"));
const files = new Set(["root.tsx", ...inOffice.flatMap(({ file, layouts }) => [...layouts, file])]);

/** Begins at the entry and the office's routes, and writes their manifest. */
const officeClient: Plugin = {
  name: "office-client",
  config: () => ({ build: { manifest: false } }),
  options: (options) => ({ ...options, input: [ENTRY, ...[...files].map((file) => join(app, file) + QUERY)] }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const builtFrom = (file: string) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
      if (!chunk) throw new Error(`The scripts of the office lack ${file}.`);
      return { module: `/${chunk.fileName}`, imports: chunk.imports.map((name) => `/${name}`), css: [] };
    };
    const manifest = shopManifest();
    const fileOf = new Map([
      ["root", "root.tsx"],
      ...inOffice.flatMap(({ id, file, layouts }) => [
        ...layouts.map((layout) => [layout.replace(/\.tsx$/, ""), layout] as const),
        [id, file] as const,
      ]),
    ] as [string, string][]);
    const routes = Object.fromEntries(
      [...fileOf].map(([id, file]) => [id, { ...manifest.routes[id], ...builtFrom(join(app, file) + QUERY) }]),
    );
    const own = { entry: builtFrom(ENTRY), routes };
    const version = createHash("sha256").update(JSON.stringify(own)).digest("hex").slice(0, 8);
    const office = { ...manifest, ...own, version };
    const source = `window.__remixManifest=${JSON.stringify(office)};`;
    const url = `/${this.getFileName(this.emitFile({ type: "asset", name: "office-manifest.js", source }))}`;
    writeFileSync(join(root, "build/office.json"), JSON.stringify({ url, version, ...own }));
  },
};

export default defineConfig({
  root,
  plugins: [officeRoot, plainImports, remix(remixOptions), officeClient, licences({ isFirst: false })],
  resolve: {
    alias: [
      { find: "~", replacement: app },
      { find: /^zod\/v4$/, replacement: "zod/v4-mini" },
    ],
  },
  build: {
    target: "es2020",
    assetsInlineLimit: 0,
    modulePreload: false,
    emptyOutDir: false,
    copyPublicDir: false,
    // One file, and a small one for each route: all are loaded at once, and then the entry begins.
    rollupOptions: { output: { manualChunks: (id) => (id === ENTRY ? undefined : "office") } },
  },
});
