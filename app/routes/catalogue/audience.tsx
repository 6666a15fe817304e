import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Banner, type Tint } from "~/components/catalogue/banner";
import { Chips, Parts } from "~/components/catalogue/chips";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import type { DepartmentGender } from "~/domain/catalogue/department";
import { listingPath } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { loadAudience } from "./department.server";
import { Collections, chipName, Subcategories } from "./department-sections";

export const handle = {
  private: false,
  search: "listed",
  lists: true,
  reads: ["subcategory"],
  prefetched: true,
} satisfies RouteHandle;

/** Section 2, Gender pages: /homme, /femme and /enfant are one page, each with its own tint. */
const audiences = {
  femme: { name: "Femme", tint: "argile" },
  homme: { name: "Homme", tint: "sauge" },
  enfant: { name: "Enfant", tint: "safran" },
} as const satisfies Record<DepartmentGender, { name: string; tint: Tint }>;

type Audience = keyof typeof audiences;

const isAudience = (name: string): name is Audience => Object.hasOwn(audiences, name);

export async function loader({ request }: LoaderFunctionArgs) {
  const audience = new URL(request.url).pathname.split("/")[1] ?? "";
  if (!isAudience(audience)) throw data(null, { status: 404 });
  const department = await loadAudience(request, audience);
  return data({ audience, ...department }, { status: listingStatus(department.listing) });
}

export default function AudiencePage() {
  const page = useLoaderData<typeof loader>();
  const { audience, description, image, chip, hasBestsellers, hasNew, children, collections, listing } = page;
  const { name, tint } = audiences[audience];
  const base = `/${audience}`;
  const chips = [
    { value: "all", label: "Tous" },
    ...(hasBestsellers ? [{ value: "bestsellers", label: "Meilleures ventes" }] : []),
    ...(hasNew ? [{ value: "new", label: "Nouveautés" }] : []),
    ...children.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <div data-enhance="list">
      <Banner title={`Collection ${name}`} text={description} image={image} tint={tint} />
      <Parts>
        <Chips
          title={`Nos modèles pour ${audience}`}
          chips={chips.map(({ value, label }) => ({
            label,
            // Keeps the filters, not the page's number.
            href: listingPath(base, { ...listing.query, page: 1 }, value === "all" ? {} : { subcategory: value }),
            isCurrent: value === chip,
            isCard: chip === "all" && children.some(({ slug }) => slug === value),
          }))}
        />
        {chip === "all" && <Subcategories base={base} cards={children} />}
      </Parts>
      <section className="page mt-6 md:mt-8" aria-labelledby="produits">
        <h2 id="produits" className="text-xl md:text-2xl">
          {chip === "all" ? "Tous les modèles" : chipName(page)}
        </h2>
        <ListingSection
          listing={listing}
          level={3}
          wayOut={{ href: base, text: `Voir toute la collection ${audience}` }}
        />
      </section>
      {chip !== "all" && (
        <Collections
          title={`Collections ${name}`}
          collections={collections}
          empty={`Aucune collection ${audience} trouvée.`}
        />
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return [];
  const { audience, description, image, listing } = page;
  const { name } = audiences[audience];
  const part = chipName(page);
  return listingMeta(matches, listing, {
    title: `${part ? `${part} – ` : ""}Collection ${name}`,
    description: `${part ? `${part} pour ${audience}. ` : ""}${description}`,
    image,
  });
};
