import { LRUCache } from "lru-cache";
import { askRemix } from "~/http/remix.server";
import { type PageVariant, type RequestContext, requestContext } from "~/request-context.server";
import { type Template, templateOf } from "./template.server";

export interface KeptPage {
  template: Template;
  /** Content-Security-Policy. */
  policy: string;
  /** In bytes. */
  size: number;
}

/** Addresses without a page, such as redirects, are remembered as well. */
const NO_PAGE = "no page";

interface PageRequest {
  /** Path and query. */
  url: string;
  variant: PageVariant;
  /** Slug of the product that the address names. */
  product: string | undefined;
  /** Read before rendering begins. */
  version: string;
}

/** A page that is being rendered is in it as well; requests that come meanwhile wait for it. */
const pages = new LRUCache<string, KeptPage | typeof NO_PAGE, PageRequest>({
  maxSize: 12 * 1024 * 1024,
  // A page takes some 500 bytes besides its text and its key, and each piece some 300.
  sizeCalculation: (page, key) =>
    (page === NO_PAGE ? 0 : page.size + 300 * page.template.pieces.length) + 2 * key.length + 500,
  fetchMethod: (_key, _stale, { context }) => render(context),
  ignoreFetchAbort: true,
});

/** @returns the page as it is at this version; undefined for what Remix has to answer itself */
export async function keptPage(request: PageRequest): Promise<KeptPage | undefined> {
  const { url, version, variant } = request;
  const { isSignedIn, theme, withScripts, wilaya } = variant;
  // Pages of older versions are not asked for any more, so they are the first to go.
  const key = [version, isSignedIn, theme, withScripts, wilaya, url].join(" ");
  const page = pages.get(key) ?? (await pages.fetch(key, { context: request }));
  return page === NO_PAGE ? undefined : page;
}

/**
 * Renders without cookies, so that no loader can show anything of one visitor.
 * @returns undefined for what may be otherwise in a moment
 */
async function render({ url, variant, product }: PageRequest): Promise<KeptPage | typeof NO_PAGE | undefined> {
  const stockRead = new Set<string>();
  const context: RequestContext = {
    userAgent: "",
    since: performance.now(),
    whenOver: () => {},
    variant,
    wilaya: variant.wilaya ?? 0,
    stockRead,
  };
  const address = new URL(url, "http://shop.invalid");
  const request = new Request(address, { headers: { accept: "text/html" } });
  const { status } = await requestContext.run(context, () => askRemix(address.pathname, request));
  const { page } = context;
  // Whatever was begun in this context, such as a connection, keeps it in memory.
  delete context.page;
  if (status >= 500 || context.isIncomplete) return undefined;
  // The version covers the stock of only one product, which the address names.
  const isWhole = status === 200 && [...stockRead].every((slug) => slug === product);
  if (!isWhole || page === undefined) return NO_PAGE;
  return { template: templateOf(page.html), policy: page.policy, size: Buffer.byteLength(page.html) };
}
