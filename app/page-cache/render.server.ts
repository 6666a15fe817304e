import { type RequestContext, requestContext } from "~/request-context.server";
import { answerOfRemix } from "~/server/remix.server";
import { patternOf, publicPages } from "~/server/route-paths.server";
import type { Variant } from "./variant.server";

/** Paths of pages whose routes are not private: but for their slots they are the same for all. */
let publicPaths: RegExp | undefined;

/** @param path in the spelling of browsers; Remix answers others too, and these are not kept */
export function isPublicPath(path: string): boolean {
  publicPaths ??= patternOf(publicPages().map((page) => page.path));
  return publicPaths.test(path);
}

interface Rendered {
  response: Response;
  /** Only of a page. */
  html: string | undefined;
  /** Slugs of the products whose stock the page shows. */
  products: ReadonlySet<string>;
  /** Something was missing because the shop could not give it just now. */
  isIncomplete: boolean;
}

/**
 * Renders without cookies, so that no loader can show anything of one visitor.
 * @param url path and query
 */
export async function renderFor(url: string, variant: Variant): Promise<Rendered> {
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
    const { html, stockRead = new Set(), isIncomplete = false } = context;
    // Whatever was begun in this context, such as a connection, keeps it in memory.
    delete context.html;
    return { response, html, products: stockRead, isIncomplete };
  });
}
