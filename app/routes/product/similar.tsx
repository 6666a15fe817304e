import { ProductGrid } from "~/components/catalogue/product-grid";
import type { ProductCard } from "~/domain/catalogue";

/**
 * Products in stock like this one.
 * @param isBeside whether they stand in the narrow column of a sold-out product
 */
export function Similar({ products, isBeside = false }: { products: readonly ProductCard[]; isBeside?: boolean }) {
  if (products.length === 0) return null;
  return (
    <section className={isBeside ? "mt-8" : "page mt-16"} aria-labelledby="similaires" data-enhance="cards">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="similaires" className="text-2xl">
          Produits similaires
        </h2>
        <a className="link py-1" href="/shop">
          Voir tous les produits
        </a>
      </div>
      <div className="mt-6">
        <ProductGrid products={products} isInColumn={isBeside} />
      </div>
    </section>
  );
}
