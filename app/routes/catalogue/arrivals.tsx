import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Banner } from "~/components/catalogue/banner";
import { Chips, Parts } from "~/components/catalogue/chips";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { genders } from "~/domain/catalogue/catalogue";
import { type Kept, listingPath } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import type { ProductFilter } from "~/shop/services/catalogue";
import { ArrivalGrid } from "./arrival-card";
import { holdsAny, loadListing } from "./listing.server";

export const handle = {
  private: false,
  search: "listed",
  lists: true,
  reads: ["filtre", "filtres"],
  prefetched: true,
} satisfies RouteHandle;

/** Section 2, New arrivals: the chips in their order, each with its filter. */
const chips: { value: string; label: string; filter: ProductFilter }[] = [
  { value: "all", label: "Tous", filter: {} },
  { value: "femme", label: "Femme", filter: { gender: "femme" } },
  { value: "homme", label: "Homme", filter: { gender: "homme" } },
  { value: "mixte", label: "Mixte", filter: { gender: "mixte" } },
  { value: "sandales", label: "Sandales", filter: { kinds: ["sandales"] } },
  { value: "sabots", label: "Sabots", filter: { kinds: ["sabots"] } },
  // Closed shoes.
  { value: "chaussures", label: "Chaussures", filter: { kinds: ["mules", "ballerines", "baskets"] } },
  { value: "bestsellers", label: "Meilleures ventes", filter: { only: "new-bestsellers" } },
];

const base = "/nouveaute";
const keptFor = (chip: string): Kept => (chip === "all" ? {} : { filtre: chip });

/** Opens the panel for 'Filtrer par genre': not every browser opens <details> for a fragment. */
const OPEN = "filtres";
const genderFilter = `${base}?${OPEN}=genre#filtre-genre`;

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [requested, ...others] = searchParams.getAll("filtre");
  const selected = others.length === 0 && chips.find(({ value }) => value === requested);
  const { value: chip, filter } = selected || { value: "all", filter: {} };
  const [listing, ...holding] = await Promise.all([
    loadListing(request, { only: "new", ...filter }, keptFor(chip)),
    ...chips.map(({ filter }) => holdsAny({ only: "new", ...filter })),
  ]);
  // "Tous" leads back from any other.
  const offered = chips.map(({ value }) => value).filter((value, at) => value === "all" || holding[at]);
  return data({ chip, offered, listing, isPanelOpen: searchParams.has(OPEN) }, { status: listingStatus(listing) });
}

export default function ArrivalsPage() {
  const { chip, offered, listing, isPanelOpen } = useLoaderData<typeof loader>();
  const current = chips.find(({ value }) => value === chip);
  // The panel of a list of one gender has no such filter: the link leads to the whole list.
  const panel = listing.facets.genders.length > 1 ? { "data-panel": "refine" } : {};
  return (
    <div data-enhance="list">
      <Banner
        tag="Nouvelle collection"
        title="Découvrez nos nouveautés"
        image={listing.products[0]?.picture?.src}
        tint="argile"
      >
        {(listing.total > 0 || offered.length > 1) && (
          <p className="flex flex-wrap gap-2 md:gap-3">
            <a className="button-primary px-3 text-sm md:px-5 md:text-base" href="#produits">
              Explorer la collection
            </a>
            {genders.filter((gender) => offered.includes(gender)).length > 1 && (
              <a className="button px-3 text-sm md:px-5 md:text-base" href={genderFilter} {...panel}>
                Filtrer par genre
              </a>
            )}
          </p>
        )}
      </Banner>
      <Parts>
        <Chips
          title="Nouveautés"
          chips={chips
            .filter(({ value }) => offered.includes(value))
            .map(({ value, label }) => ({
              label,
              href: listingPath(base, { ...listing.query, page: 1 }, keptFor(value)),
              isCurrent: value === chip,
            }))}
        />
      </Parts>
      <section className="page mt-6 md:mt-10" aria-labelledby="produits">
        <h2 id="produits" className="text-xl md:text-2xl">
          {chip === "all" ? "Toutes les nouveautés" : current?.label}
        </h2>
        <ListingSection
          listing={listing}
          level={3}
          isPanelOpen={isPanelOpen}
          {...(offered.length > 1 && { wayOut: { href: base, text: "Voir toutes les nouveautés" } })}
          grid={(products) => <ArrivalGrid products={products} />}
        />
      </section>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return [];
  const { chip, listing } = page;
  const part = chip === "all" ? undefined : chips.find(({ value }) => value === chip)?.label;
  return listingMeta(matches, listing, {
    title: `${part ? `${part} – ` : ""}Nouveautés`,
    description: `${part ? `${part}\u00a0: découvrez` : "Découvrez"} nos nouveautés, sandales, sabots, mules et baskets de la nouvelle collection. Paiement à la livraison dans les 58 wilayas.`,
    image: listing.products[0]?.picture?.src,
  });
};
