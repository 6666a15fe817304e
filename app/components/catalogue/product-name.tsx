import { type Titled, titleLines } from "~/domain/catalogue/product-title";

/** The name, and on a line of its own what it is; it is read as "Tafna – mule femme". */
export function ProductName({ product, className = "hint" }: { product: Titled; className?: string }) {
  const { name, what } = titleLines(product);
  return (
    <>
      {/* With a space at its end: screen readers trim those of elements. */}
      {what ? `${name} ` : name}
      {what && (
        <span className={`${className} flex`}>
          <span className="sr-only">– </span>
          {what}
        </span>
      )}
    </>
  );
}
