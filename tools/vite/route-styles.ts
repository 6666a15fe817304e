import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autoprefixer from "autoprefixer";
import { type Plugin as BundlerPlugin, build, transform } from "esbuild";
import postcss, { type Plugin as StylePlugin } from "postcss";
import imports from "postcss-import";
import tailwindcss from "tailwindcss";
import type { Plugin } from "vite";
import tailwind from "../../tailwind.config";
import { routeTable } from "./route-table";

const ID = "virtual:route-styles";
const app = fileURLToPath(new URL("../../app", import.meta.url));
const sheet = join(app, "styles.css");

/**
 * Gives the pages of each area (a folder of app/routes) the rules of the style sheet whose classes
 * their modules and layouts name. In development all pages have the whole sheet.
 */
export function routeStyles(): Plugin {
  let isBuilding = false;
  return {
    name: "route-styles",
    configResolved({ command }) {
      isBuilding = command === "build";
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      if (!isBuilding) return `import css from "${sheet}?inline"; export const styleOf = () => css;`;
      const areas = routeTable.map(({ id, file }) => [id, areaOf(file)]);
      return `
        const styles = ${JSON.stringify(await stylesByArea())};
        const areas = ${JSON.stringify(Object.fromEntries(areas))};
        export const styleOf = (route) => styles[areas[route] ?? "errors"];`;
    },
  };
}

const areaOf = (file: string) => file.split("/")[1] ?? "";

async function stylesByArea(): Promise<Record<string, string>> {
  const styles: Record<string, string> = {};
  for (const area of new Set(routeTable.map(({ file }) => areaOf(file)))) {
    const inArea = routeTable.filter(({ file }) => areaOf(file) === area);
    styles[area] = await styleFor(await codeOf(inArea.flatMap(({ file, layouts }) => [...layouts, file])));
  }
  return styles;
}

/** Modules without markup; and the list of islands, which is also in a page's own modules. */
const withoutClasses: BundlerPlugin = {
  name: "without-classes",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\?|^virtual:|\.server$|\/(domain|registry)\b/ }, ({ path }) => ({ path, external: true })),
};

/** @returns what pages of these routes run on the server and in browsers, without comments */
async function codeOf(files: readonly string[]): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: ["root.tsx", "entry.client.ts", ...new Set(files)],
    absWorkingDir: app,
    alias: { "~": app },
    bundle: true,
    packages: "external",
    platform: "node",
    plugins: [withoutClasses],
    minifyWhitespace: true,
    write: false,
    outdir: app,
    logLevel: "error",
  });
  return outputFiles.map(({ text }) => text);
}

/** Tailwind writes both sides of a padding or margin, and a space after the name of a variable. */
const shorter: StylePlugin = {
  postcssPlugin: "shorter",
  OnceExit(root) {
    root.walkDecls(/^(?:padding|margin)-(?:left|top)$/, (first) => {
      const other = first.next();
      const isLeft = first.prop.endsWith("left");
      const opposite = first.prop.replace(/left|top/, isLeft ? "right" : "bottom");
      if (other?.type !== "decl" || other.prop !== opposite || other.value !== first.value) return;
      first.prop = first.prop.replace(/left|top/, isLeft ? "inline" : "block");
      other.remove();
    });
    root.walkDecls(/^--/, (variable) => {
      variable.raws.between = ":";
    });
  },
};

async function styleFor(code: readonly string[]): Promise<string> {
  const content = { ...tailwind.content, files: code.map((raw) => ({ raw, extension: "js" })) };
  const plugins = [imports(), tailwindcss({ ...tailwind, content }), autoprefixer(), shorter];
  const { css } = await postcss(plugins).process(await readFile(sheet), { from: sheet });
  const { code: minified } = await transform(css, { loader: "css", minify: true });
  return minified.trim();
}
