import { type RequestContext, requestContext } from "~/request-context.server";
import { answerOfRemix } from "~/server/remix.server";
import { pathsOf, patternOf } from "~/server/route-paths.server";
import type { Variant } from "./variant.server";

/** Paths of the pages that come the same for everybody but for their slots: those whose routes do not call themselves private. */
let publicPaths: RegExp | undefined;

/** @param path as browsers write it: in another spelling the page is there as well, and is not kept */
export function isPublicPath(path: string): boolean {
  publicPaths ??= patternOf(pathsOf((route) => route.isPage && !route.private));
  return publicPaths.test(path);
}

export interface Rendered {
  response: Response;
  html: string;
  /** Slugs of the products whose stock the page tells. */
  products: ReadonlySet<string>;
  /** It lacks what the shop could not give just now. */
  isIncomplete: boolean;
}

/**
 * The page as it is for all visitors of a variant: from a request without cookies, so that no loader can tell of one.
 *
 * @param url path and question, as a browser asks
 */
export async function renderFor(url: string, variant: Variant): Promise<Rendered> {
  // On behalf of nobody in particular.
  const context: RequestContext = {
    userAgent: "",
    since: performance.now(),
    whenOver: () => {},
    variant,
    stockRead: new Set(),
  };
  const address = new URL(url, "http://shop.invalid");
  const request = new Request(address, { headers: { accept: "text/html" } });
  return requestContext.run(context, async () => {
    const response = await answerOfRemix(address.pathname, request);
    const html = await response.text();
    return { response, html, products: context.stockRead ?? new Set(), isIncomplete: context.isIncomplete ?? false };
  });
}
