import { asking } from "~/asking.server";
import { answerOfRemix, pagePattern } from "~/server/remix.server";
import type { Variant } from "./variant.server";

/** Header of a rendering that lacks what the shop could not give just now. */
export const INCOMPLETE = "x-incomplete";

interface Handle {
  private?: boolean;
}

/** Paths of the pages that come the same for everybody but for their slots: those whose routes do not call themselves private. */
let publicPaths: RegExp | undefined;

/** @param path as browsers write it: in another spelling the page is there as well, and is not kept */
export function isPublicPath(path: string): boolean {
  // The routes import this file: they are there at the first request only.
  publicPaths ??= pagePattern(({ module }) => !(module.handle as Handle | undefined)?.private);
  return publicPaths.test(path);
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
  const products = new Set<string>();
  // On behalf of nobody in particular.
  const nobody = { userAgent: "", since: performance.now(), whenOver: () => {}, stockRead: products };
  const address = new URL(url, "http://shop.invalid");
  const request = new Request(address, { headers: { accept: "text/html" } });
  return asking.run(nobody, async () => {
    const response = await answerOfRemix(address.pathname, request, { variant });
    return { response, html: await response.text(), products };
  });
}
