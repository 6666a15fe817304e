// @ts-expect-error a virtual module of Remix's Vite plugin: all routes, and the entry that imports this file
import * as build from "virtual:remix/server-build";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { asking } from "~/asking.server";
import type { Variant } from "./variant.server";

/** Header of a rendering that lacks what the shop could not give just now. */
export const INCOMPLETE = "x-incomplete";

interface Handle {
  private?: boolean;
}

// Asked for its parts at the first request only: this file is one of them.
let handler: ReturnType<typeof createRequestHandler> | undefined;

/** Paths of the pages that come the same for everybody but for their slots: those whose routes do not call themselves private. */
const publicPaths = () =>
  Object.values((build as ServerBuild).routes).flatMap((route) => {
    const { default: Page, handle } = route?.module ?? {};
    if (!route || !Page || (handle as Handle | undefined)?.private || route.id === "root" || route.path === "*")
      return [];
    return [route.index ? "/" : `/${route.path}`];
  });

let isPublic: RegExp | undefined;

/** @param path as browsers write it: in another spelling the page is there as well, and is not kept */
export function isPublicPath(path: string): boolean {
  isPublic ??= new RegExp(
    `^(?:${publicPaths()
      .map((pattern) => pattern.replace(/:[^/]+/g, "[\\w-]+"))
      .join("|")})$`,
  );
  return isPublic.test(path);
}

export interface Rendered {
  response: Response;
  html: string;
  /** Slugs of the products whose stock the page tells. */
  products: ReadonlySet<string>;
}

/**
 * The page as it is for all visitors of a variant: from a request without cookies, so that no loader can tell of one.
 *
 * @param url path and question, as a browser asks
 */
export async function renderFor(url: string, variant: Variant): Promise<Rendered> {
  handler ??= createRequestHandler(build as ServerBuild, process.env.NODE_ENV);
  const products = new Set<string>();
  // On behalf of nobody in particular.
  const nobody = { userAgent: "", since: performance.now(), whenOver: () => {}, stockRead: products };
  const request = new Request(new URL(url, "http://shop.invalid"), { headers: { accept: "text/html" } });
  return asking.run(nobody, async () => {
    const response = await (handler as NonNullable<typeof handler>)(request, { variant });
    return { response, html: await response.text(), products };
  });
}
