import { ProductRow } from "~/components/catalogue/product-row";
import { LineLink } from "~/components/ui/links";
import type { ProductCard } from "~/domain/catalogue/catalogue";

/**
 * Products in stock like this one.
 * @param isBeside whether they stand in the narrow column of a sold-out product
 */
export function Similar({ products, isBeside = false }: { products: readonly ProductCard[]; isBeside?: boolean }) {
  return (
    <ProductRow id="similaires" title="Produits similaires" products={products} isInColumn={isBeside}>
      <LineLink href="/shop">Voir tous les produits</LineLink>
    </ProductRow>
  );
}
