import { CollectionCard } from "~/components/catalogue/collection-card";
import { ProductPicture } from "~/components/ui/product-picture";
import type { Category, Collection } from "~/domain/catalogue/catalogue";
import { productsText } from "~/domain/catalogue/listing";

type Card = Pick<Category, "slug" | "name" | "image" | "productCount">;

/**
 * Sub-categories as cards with their pictures and numbers of products, each a link to the page with
 * that sub-category chosen. They are small, on a phone in the row of the chips, so that the first
 * products are in sight.
 */
export function Subcategories({ base, cards, current }: { base: string; cards: readonly Card[]; current?: string }) {
  if (cards.length === 0) return null;
  return (
    <section className="flex flex-col md:mt-6" aria-labelledby="categories">
      <h2 id="categories" className="sticky start-0 self-start text-sm text-muted md:text-2xl md:text-ink">
        Nos catégories
      </h2>
      <ul className="flex gap-2 py-1 md:mt-2 md:grid md:grid-cols-3 md:gap-4 lg:grid-cols-6">
        {cards.map(({ slug, name, image, productCount }) => {
          const isCurrent = slug === current;
          return (
            <li key={slug}>
              <a
                className={`group flex items-center gap-2 border pe-3 no-underline md:border-0 md:pe-0 ${isCurrent ? "border-ink" : "border-edge"}`}
                href={`${base}?subcategory=${slug}`}
                aria-current={isCurrent ? "true" : undefined}
              >
                <span className="plate block w-11 md:w-16">
                  <ProductPicture
                    picture={image ? { src: image, alt: "", color: "" } : undefined}
                    sizes=""
                    upTo={400}
                    isNamedBeside
                  />
                </span>
                <span
                  className={`whitespace-nowrap group-hover:underline ${isCurrent ? "font-semibold underline" : ""}`}
                >
                  {name}
                  <span className="hidden text-sm text-muted md:block">{productsText(productCount)}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CollectionsProps {
  title: string;
  /** Undefined when they could not be loaded. */
  collections: readonly Pick<Collection, "slug" | "name" | "description" | "image">[] | undefined;
  /** The sentence when there is none. */
  empty: string;
}

/** Collections under a heading with their number, or a sentence that says why there is none. */
export function Collections({ title, collections, empty }: CollectionsProps) {
  return (
    <section className="page mt-10" aria-labelledby="collections">
      <h2 id="collections" className="text-2xl">
        {title}
        {collections && collections.length > 0 && ` (${collections.length})`}
      </h2>
      {collections && collections.length > 0 ? (
        <ul className="products mt-4">
          {collections.map((collection) => (
            <li key={collection.slug}>
              <CollectionCard collection={collection} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4">{collections ? empty : "Une erreur est survenue lors du chargement des collections."}</p>
      )}
    </section>
  );
}

/** The name of the current chip; undefined for the whole department. */
export const chipName = ({ chip, children }: { chip: string; children: readonly Pick<Category, "slug" | "name">[] }) =>
  children.find(({ slug }) => slug === chip)?.name ?? { bestsellers: "Meilleures ventes", new: "Nouveautés" }[chip];
