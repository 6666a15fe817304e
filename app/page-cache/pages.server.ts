import { LRUCache } from "lru-cache";
import { type MaybePromise, shareInFlight } from "~/maybe-promise";
import { renderFor } from "./render.server";
import { type Template, templateOf } from "./template.server";
import type { Variant } from "./variant.server";

/** A page's template, which holds for one version of what public pages show. */
export interface KeptPage {
  version: string;
  template: Template;
  /** Content-Security-Policy. */
  policy: string;
}

/** Addresses without a page, such as redirects, are remembered as well, without a template. */
type Page = KeptPage | { version: string; template: undefined };

const MEGABYTE = 1024 * 1024;
const pages = new LRUCache<string, Page>({
  maxSize: 12 * MEGABYTE,
  // A piece takes some 300 bytes besides its text.
  sizeCalculation: ({ template }, key) =>
    (template?.size ?? 0) + 300 * (template?.pieces.length ?? 0) + 2 * key.length + 500,
});

/** Pages that are being rendered; requests that come meanwhile wait for the same one. */
const rendering = new Map<string, Promise<KeptPage | "not kept">>();

interface PageRequest {
  url: string;
  variant: Variant;
  /** Slug of the product that the address names. */
  product: string | undefined;
  /** Read before rendering begins. */
  version: string;
}

/** @returns the page as it is at this version; "not kept" for what the framework answers */
export function keptPage(request: PageRequest): MaybePromise<KeptPage | "not kept"> {
  const { url, variant, version } = request;
  const key = `${variant.visitor} ${variant.theme} ${variant.withScripts} ${url}`;
  const known = pages.get(key);
  if (known?.version === version) return known.template ? known : "not kept";
  // The version is part of the key, since a page begun before a change is no answer after it.
  return shareInFlight(rendering, `${version} ${key}`, async () => {
    const page = await render(request);
    if (page !== "not kept") pages.set(key, page);
    return page !== "not kept" && page.template ? page : "not kept";
  });
}

async function render({ url, variant, product, version }: PageRequest): Promise<Page | "not kept"> {
  const { response, html, products, isIncomplete } = await renderFor(url, variant);
  const { status, headers } = response;
  if (status >= 500 || isIncomplete) return "not kept";
  const policy = headers.get("content-security-policy");
  // The version covers the stock of only one product, which the address names.
  const isWhole = status === 200 && [...products].every((slug) => slug === product);
  if (!isWhole || policy === null || html === undefined) return { version, template: undefined };
  return { version, policy, template: templateOf(html) };
}
