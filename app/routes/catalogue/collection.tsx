import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Banner } from "~/components/catalogue/banner";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { useLayoutData } from "~/components/layout/layout-data";
import { breadcrumbData } from "~/components/ui/structured-data";
import { StructuredData } from "~/components/ui/structured-data-script";
import { movedTo } from "~/http/page-headers.server";
import type { RouteHandle } from "~/route-handle";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { loadListing } from "./listing.server";

export const handle = { private: false, search: "open", lists: true, prefetched: true } satisfies RouteHandle;

/** Section 2, Collection detail: by id or slug, with the slug as its address (decision 008). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { catalogue } = await getShop();
  const idOrSlug = params.id ?? "";
  const collection = (await catalogue.collection(idOrSlug)) ?? (await catalogue.collection(idOrSlug.toLowerCase()));
  if (!collection) throw data({ message: "Collection non trouvée" }, { status: 404 });
  if (collection.slug !== idOrSlug) throw movedTo(`/collection/${collection.slug}${new URL(request.url).search}`);
  const { id, slug, name, description, image } = collection;
  const listing = await unlessUnavailable(loadListing(request, { collectionId: id }));
  if (!listing) throw data({ message: "Impossible de charger les produits" }, { status: 503 });
  return data({ slug, name, description, image, listing }, { status: listingStatus(listing) });
}

export default function CollectionPage() {
  const { slug, name, description, image, listing } = useLoaderData<typeof loader>();
  const siteUrl = useLayoutData()?.siteUrl;
  const trail = [
    { name: "Collections", path: "/collections" },
    { name, path: `/collection/${slug}` },
  ];
  return (
    <div data-enhance="list">
      <Breadcrumb trail={trail} />
      <Banner title={name} text={description} image={image} />
      <section className="page mt-4 md:mt-10" aria-label="Produits de la collection">
        <ListingSection
          listing={listing}
          level={2}
          wayOut={{ href: "/collections", text: "Voir toutes les collections" }}
        />
      </section>
      <StructuredData of={[breadcrumbData(siteUrl, trail)]} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return [];
  const { listing, ...collection } = page;
  return listingMeta(matches, listing, {
    title: `${collection.name} – Collection`,
    description: `${collection.name}. ${collection.description}`,
    image: collection.image,
  });
};
