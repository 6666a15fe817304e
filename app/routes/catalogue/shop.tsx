import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { pack, unpack } from "~/components/ui/packed";
import { products } from "~/domain/listing";
import type { loader as rootLoader } from "~/root";
import { loadListing } from "./listing.server";

/** The whole catalogue. */
export async function loader({ request }: LoaderFunctionArgs) {
  const listing = await loadListing(request, {});
  return data(pack(listing), { status: listingStatus(listing) });
}

export default function ShopPage() {
  const listing = unpack(useLoaderData<typeof loader>());
  return (
    <div className="page py-8">
      <h1 className="text-2xl">Boutique</h1>
      <ListingSection listing={listing} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ data: packed, matches }) => {
  if (!packed) return [{ title: "Boutique – Wahrane" }];
  const listing = unpack(packed);
  return listingMeta(listing, {
    title: "Boutique",
    description: `Sandales, sabots, tongs, mules, ballerines et baskets : ${products(listing.total)}, livrés dans les 58 wilayas, payés à la livraison.`,
    siteUrl: matches.find(({ id }) => id === "root")?.data?.siteUrl,
  });
};
