import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { productsText } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { loadListing } from "./listing.server";

export const handle = { private: false, search: "listed", lists: true, prefetched: true } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const listing = await loadListing(request, {});
  return data(listing, { status: listingStatus(listing) });
}

export default function ShopPage() {
  const listing = useLoaderData<typeof loader>();
  return (
    <div data-enhance="list">
      <div className="page py-8">
        <h1 className="text-2xl">Boutique</h1>
        <ListingSection listing={listing} isOnTop />
      </div>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: listing, matches }) => {
  if (!listing) return [{ title: "Boutique – Wahrane" }];
  return listingMeta(matches, listing, {
    title: "Boutique",
    description: `Sandales, sabots, tongs, mules, ballerines et baskets\u00a0: ${productsText(listing.total)}. Livraison dans les 58 wilayas, paiement à la livraison.`,
  });
};
