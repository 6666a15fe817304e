import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Operation } from "~/api/operation.server";
import { operations } from "~/api/operations.server";
import type { WholeHandle } from "~/route-handle";
import { handledRoutes } from "../../../tools/vite/route-handles";

/** The route table, so that tests cover new routes without naming them. */
export interface Route {
  /** With parameters, such as `/commande/:number`. */
  pattern: string;
  /** Of the module, below app. */
  file: string;
  hasAction: boolean;
  /** Files of the layouts around it, the outermost first. */
  layouts: readonly string[];
  handle: WholeHandle;
  /** Whether it has a component; others answer scripts, search engines or forms. */
  isPage: boolean;
}

const app = join(import.meta.dirname, "../../../app");

const routes: Route[] = (await handledRoutes()).map(({ path, file, layouts, handle }) => {
  const text = readFileSync(join(app, file), "utf8");
  return { pattern: path, file, layouts, handle, hasAction: exports(text, "action"), isPage: exports(text, "default") };
});

/** One route answers all operations of the API, which are rows as well. */
export const table: Route[] = routes.flatMap((route) => {
  if (route.pattern !== "/api/*") return operationOf(route) ? [] : [route];
  const rows = Object.values<Operation>(operations).map(({ path, who }) => ({
    ...route,
    pattern: path.replace("orders/{id}", "orders/:number").replace(/\{(\w+)\}/g, ":$1"),
    handle: { ...route.handle, private: who !== "everybody" },
  }));
  return [...rows, route];
});

/** Pages of one address that may be found: new ones are checked without being named. */
export const publicPages: string[] = table
  .filter(({ handle, isPage, pattern }) => isPage && !/[:*]/.test(pattern) && /listed|open/.test(handle.search))
  .map(({ pattern }) => pattern);

/** What the demonstration has below an address. */
const EXISTING: Record<string, string> = {
  "/product/": "boston-santa-cruz",
  "/api/products/": "boston-santa-cruz",
  "/collection/": "premium",
  "/collections/": "premium",
  "/api/collections/": "premium",
  "/category/": "boston",
  "/refus/": "403",
  "/gestion/refus/": "403",
  "/api/refus/": "413",
};

/** The address of a route; parameters that neither are given nor stand above name nothing. */
export function addressOf({ pattern }: Route, params: Record<string, string> = {}): string {
  const named = pattern.replace(/:(\w+)/g, (_, name: string, at: number) => {
    return params[name] ?? EXISTING[pattern.slice(0, at)] ?? "x";
  });
  return named.replace("*", "nulle-part");
}

/** The operation of the API that a route serves, with its name. */
export function operationOf({ pattern }: Route): [keyof typeof operations, Operation] | undefined {
  const bare = (path: string) => path.replace(/\{\w+\}|:\w+/g, ":");
  const found = Object.entries<Operation>(operations).find(([, { path }]) => bare(path) === bare(pattern));
  return found && [found[0] as keyof typeof operations, found[1]];
}

function exports(text: string, name: string): boolean {
  if (name === "default") return /^export default\b|^export \{[^}]*\bdefault\b/m.test(text);
  return new RegExp(`^export (async )?(function|const|let) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, "m").test(text);
}

/** The text of the module and of its imports from the same folder. */
export function codeOf({ file }: Route): string {
  return sourceAt(join(app, file), new Set());
}

function sourceAt(path: string, seen: Set<string>): string {
  if (seen.has(path)) return "";
  seen.add(path);
  const text = readFileSync(path, "utf8");
  const near = [...text.matchAll(/from "(\.{1,2}\/[^"]+|~\/routes\/[^"]+)"/g)].map(([, from = ""]) =>
    from.startsWith("~/") ? join(app, from.slice(2)) : resolve(dirname(path), from),
  );
  const files = near.flatMap((base) => [`${base}.ts`, `${base}.tsx`].filter((file) => existsSync(file)));
  return [text, ...files.map((file) => sourceAt(file, seen))].join("\n");
}
