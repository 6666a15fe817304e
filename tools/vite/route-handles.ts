import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteHandle } from "../../app/route-handle";
import routes from "../../app/routes";

/** A route's handle, with its path as the table of routes writes it. */
export interface HandledRoute {
  path: string;
  /** Of the module, below app. */
  file: string;
  handle: RouteHandle;
}

/** Reads the handles from the modules' text, since loading them needs the whole shop. */
export async function handledRoutes(): Promise<HandledRoute[]> {
  return (await routes).map(({ path = "", file }) => ({ path: `/${path}`, file, handle: handleIn(file) }));
}

function handleIn(file: string): RouteHandle {
  const text = readFileSync(fileURLToPath(new URL(`../../app/${file}`, import.meta.url)), "utf8");
  const literal = /^export const handle = (\{.*?\}) satisfies RouteHandle;$/ms.exec(text)?.[1];
  if (!literal) throw new Error(`app/${file} does not say of itself what app/route-handle.ts asks.`);
  return new Function(`return ${literal}`)() as RouteHandle;
}
