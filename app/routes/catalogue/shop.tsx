import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Pager } from "~/components/catalogue/pager";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { pageMeta } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { type ListingQuery, listingPath, parseListing, products, sortLabels, sorts } from "~/domain/listing";
import type { loader as rootLoader } from "~/root";
import { getShop } from "~/shop/shop.server";

/** The whole catalogue, or one collection of it: 20 a page (section 9). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { catalogue } = await getShop();
  const { collection: slug, ...asked } = parseListing(new URL(request.url).searchParams);
  const collection = slug ? (await catalogue.collections()).find((known) => known.slug === slug) : undefined;
  const list = await catalogue.list({ ...asked, collectionId: collection?.id });
  const query: ListingQuery = { ...asked, ...(collection ? { collection: collection.slug } : {}) };
  return data(
    pack({
      query,
      collection: collection && { name: collection.name, description: collection.description },
      products: list.products,
      total: list.total,
      pages: list.pages,
    }),
    { status: asked.page > Math.max(list.pages, 1) ? 404 : 200 },
  );
}

export default function ShopPage() {
  const { query, collection, products: shown, total, pages } = unpack(useLoaderData<typeof loader>());
  return (
    <div className="page py-8">
      <h1 className="text-2xl">{collection?.name ?? "Boutique"}</h1>
      {collection && <p className="mt-2 max-w-prose text-muted">{collection.description}</p>}
      <div className="mb-6 mt-4 flex flex-wrap items-end justify-between gap-4">
        <p className="text-muted">
          {products(total)}
          {query.page > 1 && shown.length > 0 && `, page ${query.page} sur ${pages}`}
        </p>
        {shown.length > 0 && <SortForm query={query} />}
      </div>
      {shown.length > 0 ? (
        <>
          <ProductGrid products={shown} isOnTop />
          <Pager query={query} pages={pages} />
        </>
      ) : (
        <Nothing query={query} total={total} />
      )}
    </div>
  );
}

/** Sorting leads to the first page of the list. */
function SortForm({ query }: { query: ListingQuery }) {
  return (
    <form method="get" action="/shop" className="flex items-end gap-2">
      {query.collection && <input type="hidden" name="collection" value={query.collection} />}
      <div>
        <label className="hint" htmlFor="tri">
          Trier par
        </label>
        <select className="field" id="tri" name="tri" defaultValue={query.sort}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </div>
      <button className="button" type="submit">
        Trier
      </button>
    </form>
  );
}

function Nothing({ query, total }: { query: ListingQuery; total: number }) {
  return (
    <div className="py-8">
      <p>{total > 0 ? "Cette page n'existe pas\u00a0: la liste est plus courte." : "Aucun produit trouvé"}</p>
      <p className="mt-4">
        <a className="link" href={total > 0 ? listingPath({ ...query, page: 1 }) : "/shop"}>
          {total > 0 ? "Aller à la première page" : "Voir toute la boutique"}
        </a>
      </p>
    </div>
  );
}

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ data: packed, matches }) => {
  if (!packed) return [{ title: "Boutique – Wahrane" }];
  const page = unpack(packed);
  const { query, collection } = page;
  const parts = [
    collection?.name ?? "Boutique",
    ...(query.sort === "nouveautes" ? [] : [sortLabels[query.sort].toLowerCase()]),
    ...(query.page > 1 ? [`page ${query.page}`] : []),
  ];
  return pageMeta({
    title: parts.join(" – "),
    description: collection
      ? `${collection.name}. ${collection.description}`
      : `Sandales, sabots, tongs, mules, ballerines et baskets : ${products(page.total)}, livrés dans les 58 wilayas, payés à la livraison.`,
    canonical: { siteUrl: matches.find(({ id }) => id === "root")?.data?.siteUrl, path: listingPath(query) },
    noIndex: page.products.length === 0,
  });
};
