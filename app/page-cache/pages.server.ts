import { LRUCache } from "lru-cache";
import { type MaybePromise, shareInFlight } from "~/maybe-promise";
import { renderFor } from "./render.server";
import { type Template, templateOf } from "./template.server";
import type { Variant } from "./variant.server";

/** A template, as it was at a version of what public pages show. */
export interface Kept {
  version: string;
  template: Template;
  /** Content-Security-Policy. */
  policy: string;
}

/** What is no page, such as a redirect or an address of nothing, is not for this version; it is remembered as well. */
type Page = Kept | { version: string; template: undefined };

const MEGABYTE = 1024 * 1024;
const pages = new LRUCache<string, Page>({
  maxSize: 12 * MEGABYTE,
  // A piece that is kept by itself takes as much again.
  sizeCalculation: ({ template }, key) =>
    (template?.size ?? 0) + 300 * (template?.pieces.length ?? 0) + 2 * key.length + 500,
});

/** Pages that are being rendered: whoever comes meanwhile waits for the same. */
const rendering = new Map<string, Promise<Kept | "not kept">>();

interface Asked {
  url: string;
  variant: Variant;
  /** Slug of the product that the address names. */
  product: string | undefined;
  /** As the shop told it before. */
  version: string;
}

/** @returns the page as it is at this version; "not kept" for what the framework answers */
export function keptPage(asked: Asked): MaybePromise<Kept | "not kept"> {
  const { url, variant, version } = asked;
  const key = `${variant.visitor} ${variant.theme} ${variant.withScripts} ${url}`;
  const known = pages.get(key);
  if (known?.version === version) return known.template ? known : "not kept";
  // Of the same version only: what was begun before a change is not the answer to who asks after it.
  return shareInFlight(rendering, `${version} ${key}`, async () => {
    const page = await render(asked);
    if (page !== "not kept") pages.set(key, page);
    return page !== "not kept" && page.template ? page : "not kept";
  });
}

async function render({ url, variant, product, version }: Asked): Promise<Page | "not kept"> {
  const { response, html, products, isIncomplete } = await renderFor(url, variant);
  const { status, headers } = response;
  if (status >= 500 || isIncomplete) return "not kept";
  const policy = headers.get("content-security-policy");
  // The version holds for one product's stock alone, the address's.
  const isWhole = status === 200 && policy !== null && [...products].every((slug) => slug === product);
  return isWhole ? { version, policy, template: templateOf(html) } : { version, template: undefined };
}
