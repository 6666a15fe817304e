import { CollectionCard } from "~/components/catalogue/collection-card";
import { ProductPicture } from "~/components/ui/product-picture";
import type { Category, Collection } from "~/domain/catalogue";
import { productsText } from "~/domain/listing";

type Card = Pick<Category, "slug" | "name" | "image" | "productCount">;

/** Avoids a single card in the last row. Tailwind keeps the class names that it finds whole. */
const columnsFor = (cards: number) =>
  cards <= 4 ? "md:grid-cols-4" : `md:grid-cols-3 ${cards === 5 ? "lg:grid-cols-5" : "lg:grid-cols-6"}`;

/**
 * Sub-categories as cards, each a link to the page with that sub-category chosen. On a phone they
 * are one row that scrolls, so that products are near.
 */
export function Subcategories({ base, cards, current }: { base: string; cards: readonly Card[]; current?: string }) {
  if (cards.length === 0) return null;
  return (
    <section className="page mt-10" aria-labelledby="categories">
      <h2 id="categories" className="text-2xl">
        Nos catégories
      </h2>
      <ul
        className={`-mx-4 mt-4 flex gap-3 overflow-x-auto px-4 py-1 md:mx-0 md:grid md:gap-6 md:px-0 ${columnsFor(cards.length)}`}
      >
        {cards.map((category) => (
          <li key={category.slug} className="w-28 shrink-0 md:w-auto">
            <CategoryCard
              category={category}
              href={`${base}?subcategory=${category.slug}`}
              isCurrent={category.slug === current}
            />
          </li>
        ))}
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
export const partOf = ({ chip, children }: { chip: string; children: readonly Pick<Category, "slug" | "name">[] }) =>
  ({ bestsellers: "Meilleures ventes", new: "Nouveautés" })[chip] ?? children.find(({ slug }) => slug === chip)?.name;

interface Props {
  category: Pick<Category, "name" | "image" | "productCount">;
  href: string;
  isCurrent?: boolean;
}

/** A card with the picture and the number of products of a category, as a link. */
function CategoryCard({ category: { name, image, productCount }, href, isCurrent = false }: Props) {
  return (
    <a className="group block no-underline" href={href} aria-current={isCurrent ? "true" : undefined}>
      <span className="plate block [&_img]:aspect-[5/4] [&_img]:object-cover">
        <ProductPicture
          picture={image ? { src: image, alt: "", color: "" } : undefined}
          sizes="(min-width:67.5em) 280px,46vw"
          upTo={400}
          isNamedBeside
        />
      </span>
      <span className={`mt-2 block group-hover:underline ${isCurrent ? "font-semibold underline" : ""}`}>{name}</span>
      <span className="text-sm text-muted">{productsText(productCount)}</span>
    </a>
  );
}
