import { ProductName } from "~/components/catalogue/product-name";
import { Price } from "~/components/ui/price";
import type { Product } from "~/domain/catalogue/catalogue";
import { pickFields } from "~/domain/catalogue/product-fields";
import { ratingText } from "~/domain/catalogue/review";
import { DELIVERY_DELAY, RETURNS } from "~/domain/delivery/delivery";
import { openingPromise, type ParcelOpening } from "~/domain/delivery/parcel-opening";
import { discountPercent } from "~/domain/values/money";
import type { ShownReviews } from "./reviews";

/** The fields that the page only shows. */
export function factsOf(product: Product) {
  const { id, slug, name, sku, price, oldPrice, soldOut, kind, gender, pictures } = product;
  const percent = discountPercent(price, oldPrice);
  return { id, slug, name, sku, price, oldPrice, percent, soldOut, kind, gender, pictures, ...pickFields(product) };
}

export type ProductFacts = ReturnType<typeof factsOf>;

/** Name, price and rating, which is that of the reviews that can be read. */
export function Head({ product, reviews }: { product: ProductFacts; reviews: ShownReviews }) {
  const { price, oldPrice, soldOut } = product;
  return (
    <>
      <h1 className="text-2xl">
        <ProductName product={product} className="text-lg text-muted" />
      </h1>
      <p className="mt-1 text-lg">
        <Price price={price} oldPrice={oldPrice} />
      </p>
      <p className="hint flex flex-wrap gap-x-4">
        {reviews.count > 0 && (
          <a className="quiet py-1" href="#avis">
            <span aria-hidden="true">★ </span>
            {ratingText(reviews)}
          </a>
        )}
        <span className="py-1">{`Référence\u00a0: ${product.sku}`}</span>
      </p>
      {soldOut && <p className="mt-4 font-semibold">Rupture de stock</p>}
    </>
  );
}

/** Sections 2 and 9, decision 005. */
const notices = [
  ["Livraison dans les 58 wilayas", DELIVERY_DELAY],
  ["Paiement à la livraison"],
  [RETURNS],
  ["Nous vous appelons dans les 24\u00a0h", "pour confirmer votre commande"],
];

/** @param opening whether the parcel may be opened before it is paid for, where the shop says so */
export function Notices({ opening }: { opening: ParcelOpening | undefined }) {
  return (
    <ul className="mt-6 text-muted">
      {opening && <li className="border-t py-2">{openingPromise[opening]}</li>}
      {notices.map(([notice, more]) => (
        <li key={notice} className="border-t py-2">
          {notice}
          {more && <span className="block text-sm">{more}</span>}
        </li>
      ))}
    </ul>
  );
}
