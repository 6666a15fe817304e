import type { ProductCard as Card } from "~/domain/catalogue/catalogue";
import { ProductCard } from "./product-card";

interface Props {
  products: readonly Card[];
  /** Whether the first row is in sight when the page opens. */
  isOnTop?: boolean;
  /** Whether a panel stands beside it on a desktop. */
  isBeside?: boolean;
  /** Whether it stands in a column of half a desktop's width. */
  isInColumn?: boolean;
}

/**
 * Two columns of products on a phone, one where text is very large. On a wide desktop five beside
 * a panel; four elsewhere, since a row below a page has four products.
 */
export function ProductGrid({ products, isOnTop = false, isBeside = false, isInColumn = false }: Props) {
  const columns = isInColumn ? " md:[--columns:2]" : isBeside ? "" : " products-whole";
  return (
    <ul className={`products${columns}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} loading={isOnTop && index < 4 ? (index === 0 ? "first" : "eager") : "lazy"} />
        </li>
      ))}
    </ul>
  );
}
