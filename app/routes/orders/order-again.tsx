import { Fragment } from "react";
import type { ShownOrder } from "./view-of.server";

/** Links to the products of an order that came to nothing. */
export function OrderAgain({ lines }: Pick<ShownOrder, "lines">) {
  const products = new Map(lines.map(({ productSlug, name }) => [productSlug, name]));
  return (
    <p className="mt-3">
      Pour commander de nouveau&nbsp;:{" "}
      {[...products].map(([slug, name], index) => (
        <Fragment key={slug}>
          {index > 0 && ", "}
          <a className="link inline-block py-1" href={`/product/${slug}`}>
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
