import { Heart } from "~/components/catalogue/heart";
import { CARD_WIDTHS, Rated, Sizes } from "~/components/catalogue/product-card";
import { ProductName } from "~/components/catalogue/product-name";
import { Price } from "~/components/ui/price";
import { ProductPicture } from "~/components/ui/product-picture";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import { genderLabels } from "~/domain/catalogue/catalogue";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { ONE_COLOR } from "~/domain/catalogue/size";

/** Fading in takes 600 ms and begins 200 ms later for each card (section 9). */
const REVEAL = "fade 600 0 200";

/** Section 2, New arrivals: two columns on small screens, then three, four. */
export function ArrivalGrid({ products }: { products: readonly ProductCard[] }) {
  return (
    <ul data-reveal={REVEAL} className="products">
      {products.map((product) => (
        <li key={product.id}>
          <ArrivalCard product={product} />
        </li>
      ))}
    </ul>
  );
}

/** One link with all that section 2 shows of a new arrival; here a card may have two badges. */
function ArrivalCard({ product }: { product: ProductCard }) {
  const badges = [...(product.isNew ? ["Nouveau"] : []), ...(product.isBestseller ? ["Best-seller"] : [])];
  return (
    <div className="relative">
      <a className="group block no-underline" href={cardPath(product)}>
        <span className="plate block" data-second={product.second}>
          <ProductPicture picture={product.picture} sizes={CARD_WIDTHS} upTo={800} isNamedBeside />
        </span>
        <span className="absolute start-0 top-0 me-11 flex flex-wrap gap-1 text-sm">
          {badges.map((badge, index) => (
            <span key={badge} className={`tag px-2 py-1 ${index === 0 ? "corner" : ""}`}>
              {badge}
              <span className="sr-only">, </span>
            </span>
          ))}
        </span>
        <span className="mt-3 block text-sm text-muted">
          {genderLabels[product.gender]}
          <span className="sr-only">, </span>
        </span>
        {/* For whom it is stands above the name. */}
        <span className="block text-lg group-hover:underline">
          <ProductName product={{ ...product, gender: "mixte" }} />
        </span>
        <Price price={product.price} oldPrice={product.oldPrice} />
        <Rated stars={product.stars} />
        <Sizes shown={product.shown} />
        {product.soldOut && <span className="block text-sm">Rupture de stock</span>}
        <span className="mt-2 flex flex-wrap gap-1 text-sm text-muted">
          {product.colors
            .filter(({ slug }) => slug !== ONE_COLOR.slug)
            .map(({ slug, name }) => (
              <span
                key={slug}
                className={`border px-2 ${slug === product.shown?.color?.slug ? "border-ink text-ink" : ""}`}
              >
                {name}
                <span className="sr-only">, </span>
              </span>
            ))}
        </span>
        <span className="link mt-2 inline-block py-1">Voir</span>
      </a>
      <Heart product={product} />
    </div>
  );
}
