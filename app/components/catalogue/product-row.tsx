import type { ReactNode } from "react";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import { ProductGrid } from "./product-grid";

interface Props {
  id: string;
  title: string;
  products: readonly ProductCard[];
  /** Whether it stands in a column of half a desktop's width. */
  isInColumn?: boolean;
  /** Stands beside the title. */
  children?: ReactNode;
}

/** A few products below what a page is about; nothing where there are none. */
export function ProductRow({ id, title, products, isInColumn = false, children }: Props) {
  if (products.length === 0) return null;
  return (
    <section className={isInColumn ? "mt-6" : "page mt-16"} aria-labelledby={id} data-enhance="cards">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {children}
      </div>
      <div className="mt-6">
        <ProductGrid products={products} isInColumn={isInColumn} />
      </div>
    </section>
  );
}

/** Products that the visitor looked at, and the button that forgets them (decision 053). */
export function SeenProducts({ products }: { products: readonly ProductCard[] }) {
  return (
    <ProductRow id="vus" title="Vus récemment" products={products}>
      <form method="post" action="/vus">
        <button type="submit" className="link min-h-target">
          Effacer cette liste
        </button>
      </form>
    </ProductRow>
  );
}
