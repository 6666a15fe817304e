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

/** Which knows neither `inset` nor `padding-inline`; nor does Safari 14.0. */
export const CSS_TARGET = "chrome86";

const LOGICAL = /^(inset|border|(?:scroll-)?(?:margin|padding))-(inline|block)(?:-(start|end))?(-.+)?$/;
const SIDES = { inline: ["left", "right"], block: ["top", "bottom"] } as const;

/** Writes logical properties for a page from left to right, and variables without a space. */
export const physical: StylePlugin = {
  postcssPlugin: "physical",
  OnceExit(root) {
    root.walkDecls((logical) => {
      const [, name, axis, side, after = ""] = LOGICAL.exec(logical.prop) ?? [];
      const [start, end] = SIDES[axis as keyof typeof SIDES] ?? [];
      const at = (one?: string) => (name === "inset" ? `${one}` : `${name}-${one}${after}`);
      // A border's value is of one side.
      const values = name === "border" && !after ? [logical.value] : postcss.list.space(logical.value);
      const [first = "", second = first, third = first, fourth = second] = values;
      if (side) logical.prop = at(side === "start" ? start : end);
      else if (logical.prop === "inset") {
        for (const [prop, value] of Object.entries({ top: first, right: second, bottom: third, left: fourth }))
          logical.cloneBefore({ prop, value });
        logical.remove();
      } else if (start)
        logical.replaceWith(
          logical.clone({ prop: at(start), value: first }),
          logical.clone({ prop: at(end), value: second }),
        );
    });
    root.walkDecls(/^--/, (variable) => {
      variable.raws.between = ":";
    });
  },
};

async function styleFor(code: readonly string[]): Promise<string> {
  const content = { ...tailwind.content, files: code.map((raw) => ({ raw, extension: "js" })) };
  const plugins = [imports(), tailwindcss({ ...tailwind, content }), autoprefixer(), physical];
  const { css } = await postcss(plugins).process(await readFile(sheet), { from: sheet });
  const { code: minified } = await transform(css, { loader: "css", minify: true, target: CSS_TARGET });
  return minified.trim();
}
