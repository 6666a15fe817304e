import { CategoryCard } from "~/components/catalogue/category-card";
import { CollectionCard } from "~/components/catalogue/collection-card";
import type { Category, Collection } from "~/domain/catalogue";

type Card = Pick<Category, "slug" | "name" | "image" | "productCount">;

/** No card alone in the last row where that can be avoided. Whole words: the style sheet keeps those classes that it finds. */
const columnsFor = (cards: number) =>
  cards <= 4 ? "grid-cols-2 md:grid-cols-4" : cards === 5 ? "grid-cols-3 lg:grid-cols-5" : "grid-cols-3 lg:grid-cols-6";

/** Sub-categories as cards, each leading to the page with that part chosen. */
export function Subcategories({ base, cards, current }: { base: string; cards: readonly Card[]; current?: string }) {
  if (cards.length === 0) return null;
  return (
    <section className="page mt-10" aria-labelledby="categories">
      <h2 id="categories" className="text-2xl">
        Nos catégories
      </h2>
      <ul className={`mt-4 grid gap-x-3 gap-y-6 md:gap-x-6 ${columnsFor(cards.length)}`}>
        {cards.map((category) => (
          <li key={category.slug}>
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
  /** With the number of collections put behind it. */
  title: string;
  /** Undefined when they could not be loaded. */
  collections: readonly Pick<Collection, "slug" | "name" | "description" | "image">[] | undefined;
  /** Said when there is none. */
  empty: string;
}

/** Collections under a heading that counts them, or a sentence that says why there is none. */
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
