import type { ProductCard as Card } from "~/domain/catalogue";
import { ProductCard } from "./product-card";

interface Props {
  products: readonly Card[];
  /** Whether the first row is in sight when the page opens. */
  isOnTop?: boolean;
  /** Whether a panel stands beside it on a desktop. */
  isBeside?: boolean;
}

/** Products in a list: two columns on a phone, up to five on a wide screen, one where large text leaves no room for two. */
export function ProductGrid({ products, isOnTop = false, isBeside = false }: Props) {
  return (
    <ul className={isBeside ? "products" : "products products-whole"}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} loading={isOnTop && index < 4 ? (index === 0 ? "first" : "eager") : "lazy"} />
        </li>
      ))}
    </ul>
  );
}
