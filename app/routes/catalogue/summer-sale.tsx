import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Banner } from "~/components/catalogue/banner";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { useLayoutData } from "~/components/layout/layout-data";
import { layoutDataIn } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { loadListing } from "./listing.server";

export const handle = { private: false, search: "listed", lists: true, prefetched: true } satisfies RouteHandle;

/** Decision 008: /sales/summer lists reduced products. */
export async function loader({ request }: LoaderFunctionArgs) {
  const listing = await loadListing(request, { only: "reduced" });
  return data(listing, { status: listingStatus(listing) });
}

const TEXT = "Les dernières pointures de la saison à prix réduit. Quand une taille part, elle ne revient pas.";

export default function SummerSalePage() {
  const listing = useLoaderData<typeof loader>();
  const title = useLayoutData()?.saleName ?? "Soldes";
  return (
    <div data-enhance="list">
      <Banner title={title} text={TEXT} image={listing.products[0]?.picture?.src} tint="safran" />
      <section className="page mt-4 md:mt-10" aria-label="Produits en solde">
        <ListingSection listing={listing} level={2} wayOut={{ href: "/shop", text: "Voir toute la boutique" }} />
      </section>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return [];
  return listingMeta(matches, page, {
    title: layoutDataIn(matches)?.saleName ?? "Soldes",
    description: `Sandales, mules, ballerines et baskets à prix réduit. ${TEXT}`,
  });
};
