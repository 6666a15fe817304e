import type { Plugin } from "vite";
import { handledRoutes } from "./route-handles";

const ID = "virtual:prefetched-paths";

/** Tells the browser which paths it may prefetch; read once, at the start. */
export const prefetchedPaths: Plugin = {
  name: "prefetched-paths",
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  async load(id) {
    if (id !== `\0${ID}`) return null;
    const paths = (await handledRoutes()).flatMap(({ path, handle }) => (handle.prefetched ? [path.slice(1)] : []));
    const pattern = paths.map((path) => path.replace(/:\w+/g, "[^/]+")).join("|");
    return `export const prefetched = ${new RegExp(`^/(?:${pattern})$`)};`;
  },
};
