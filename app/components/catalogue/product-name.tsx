import { type Titled, whatItIs } from "~/domain/product-title";

/** "Tafna – mule femme", the second part paler. @param className of the second part */
export function ProductName({ product, className = "text-muted" }: { product: Titled; className?: string }) {
  const what = whatItIs(product);
  return (
    <>
      {/* With a space at its end: screen readers trim those of elements. */}
      {what ? `${product.name} ` : product.name}
      {what && <span className={className}>{`– ${what}`}</span>}
    </>
  );
}
