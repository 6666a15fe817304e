import type { LoaderFunctionArgs } from "@remix-run/node";
import { categoryPath } from "~/domain/catalogue/category-path";
import { leadsToSomething } from "~/domain/content/navigation";
import { escaped } from "~/domain/values/clean-text";
import { pathsOf } from "~/http/route-paths.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import type { CatalogueService } from "~/shop/services/catalogue";
import { cachedResponse, XML_HEAD } from "./cached-response";
import { shopWithoutSamples } from "./shop-without-samples.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Products in one file; the protocol allows 50,000, but smaller files are written faster. */
const SIZE = 10_000;

/**
 * /sitemap.xml lists its files: ?fichier=pages, ?fichier=produits-1 and so on. A file may only name
 * addresses below its own folder, so that all of them are at the root.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const file = new URL(request.url).searchParams.get("fichier") ?? "";
  const { catalogue } = await shopWithoutSamples();
  const xml = await write(catalogue, file);
  return xml === undefined
    ? new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } })
    : cachedResponse(request, xml, "application/xml; charset=utf-8");
}

/** @returns undefined for an unknown file */
async function write(catalogue: CatalogueService, file: string): Promise<string | undefined> {
  if (file === "") {
    const { total } = await catalogue.list({ sort: "nouveautes", page: 1, size: 1 });
    const parts = Array.from({ length: Math.ceil(total / SIZE) }, (_, index) => `produits-${index + 1}`);
    const files = ["pages", ...parts].map((part) => `/sitemap.xml?fichier=${part}`);
    return locations("sitemapindex", "sitemap", files);
  }
  if (file === "pages") {
    const [navigation, categories, collections] = await Promise.all([
      catalogue.navigation(),
      catalogue.categories(),
      catalogue.collections(),
    ]);
    const hasProducts = ({ productCount }: { productCount: number }) => productCount > 0;
    const tops = categories.filter(({ parentId }) => parentId === undefined);
    const named = [
      ...pathsOf(({ search }) => search === "listed"),
      ...tops.filter(hasProducts).map(({ slug }) => categoryPath(slug)),
      ...collections.filter(hasProducts).map(({ slug }) => `/collection/${encodeURIComponent(slug)}`),
    ];
    // A list without products asks not to be found (listingMeta).
    const paths = [...new Set(named)].filter((path) => leadsToSomething(path, navigation));
    return locations("urlset", "url", paths);
  }
  const page = /^produits-([1-9]\d{0,3})$/.exec(file)?.[1];
  const products = page ? await catalogue.addresses({ page: Number(page), size: SIZE }) : [];
  if (products.length === 0) return undefined;
  const paths = products.map(({ slug }) => `/product/${encodeURIComponent(slug)}`);
  return locations("urlset", "url", paths);
}

/** As the sitemaps protocol has it (sitemaps.org). */
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Without `lastmod`: nothing says when a page last changed, and a wrong day is worse than none. */
function locations(list: "urlset" | "sitemapindex", entry: "url" | "sitemap", paths: readonly string[]): string {
  const entries = paths.map((path) => `<${entry}><loc>${escaped(settings.siteUrl + path)}</loc></${entry}>\n`);
  return `${XML_HEAD}<${list} ${NAMESPACE}>\n${entries.join("")}</${list}>\n`;
}
