import type { ProductCard as Card } from "~/domain/catalogue";
import { ProductCard } from "./product-card";

interface Props {
  products: readonly Card[];
  /** Whether the first row is in sight when the page opens. */
  isOnTop?: boolean;
  /** Whether a panel stands beside it on a desktop. */
  isBeside?: boolean;
}

/** Products in a list: two columns on a phone, three or four on a desktop. */
export function ProductGrid({ products, isOnTop = false, isBeside = false }: Props) {
  return (
    <ul className={`grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 ${isBeside ? "" : "lg:grid-cols-4"}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} loading={isOnTop && index < 4 ? (index === 0 ? "first" : "eager") : "lazy"} />
        </li>
      ))}
    </ul>
  );
}
