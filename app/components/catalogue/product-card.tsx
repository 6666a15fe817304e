import { Price } from "~/components/ui/price";
import { ProductPicture } from "~/components/ui/product-picture";
import type { ProductCard as Card, Color } from "~/domain/catalogue/catalogue";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { ratingText } from "~/domain/catalogue/review";
import { ONE_COLOR, sizesText, sizeWords, wholeSize } from "~/domain/catalogue/size";
import { discountPercent } from "~/domain/values/money";
import { plural } from "~/domain/values/plural";
import { Heart } from "./heart";
import { ProductName } from "./product-name";

/** How wide a card's picture is shown. */
export const CARD_WIDTHS = "(min-width:67.5em) 290px,(min-width:43.75em) 30vw,46vw";

/** One product in a list: a link, read as name, price, stars, badge and colours, and the heart. */
export function ProductCard({ product, loading }: { product: Card; loading: "first" | "eager" | "lazy" }) {
  const badge = badgeOf(product);
  return (
    <div className="relative">
      <a className="group block no-underline" href={cardPath(product)}>
        <span className="plate block" data-second={product.second}>
          <ProductPicture picture={product.picture} sizes={CARD_WIDTHS} upTo={800} loading={loading} isNamedBeside />
        </span>
        <span className="mt-3 block group-hover:underline">
          <ProductName product={product} />
        </span>
        {product.brand && <span className="hint block">{product.brand}</span>}
        <Price price={product.price} oldPrice={product.oldPrice} />
        <Rated stars={product.stars} />
        <Sizes shown={product.shown} />
        {badge && (
          <span className={`corner absolute start-0 top-0 me-11 px-2 py-1 text-sm ${badge.colors ?? "tag"}`}>
            <span className="sr-only">, </span>
            {badge.text}
          </span>
        )}
        <ColorDots colors={product.colors} matching={product.shown?.color?.name} />
      </a>
      <Heart product={product} />
    </div>
  );
}

/** One badge at most, the one that matters most to a buyer. */
function badgeOf(product: Card): { text: string; colors?: string } | undefined {
  const percent = discountPercent(product.price, product.oldPrice);
  if (product.soldOut) return { text: "Rupture de stock" };
  if (percent > 0) return { text: `−${percent}\u00a0%`, colors: "bg-accent text-on-accent" };
  if (product.isNew) return { text: "Nouveau" };
  if (product.isBestseller) return { text: "Best-seller" };
  return undefined;
}

/** '★ 4,6 sur 5 · 3 avis' */
export function Rated({ stars }: { stars: Card["stars"] }) {
  if (!stars) return null;
  return (
    <span className="hint block">
      <span className="sr-only">, </span>
      <span aria-hidden="true">★ </span>
      {ratingText(stars)}
    </span>
  );
}

/** The sizes still there, or that the 40 that was asked for is a 40,5. */
export function Sizes({ shown }: { shown: Card["shown"] }) {
  const { size, sizes = [] } = shown ?? {};
  const between = size === undefined || size === wholeSize(size) ? "" : `En ${sizeWords({ size })}`;
  const text = sizes.length > 0 ? `${plural(sizes.length, "Pointure")} ${sizesText(sizes)}` : between;
  if (text === "") return null;
  return (
    <span className="block text-sm">
      <span className="sr-only">, </span>
      {text}
    </span>
  );
}

const DOTS = 5;

/** @param matching name of the colour that the card shows because a filter or search named it */
function ColorDots({ colors, matching }: { colors: readonly Color[]; matching: string | undefined }) {
  const first = colors[0];
  if (!first || first.slug === ONE_COLOR.slug) return null;
  const dots = colors.filter(({ hex }) => hex).slice(0, DOTS);
  return (
    <span className="hint flex items-center gap-2">
      <svg
        width={dots.length * 16}
        height="14"
        viewBox={`0 0 ${dots.length * 16} 14`}
        stroke="currentColor"
        strokeOpacity=".4"
        aria-hidden="true"
      >
        {dots.map(({ slug, hex }, index) => (
          <circle key={slug} cx={7 + index * 16} cy="7" r="6" fill={hex} />
        ))}
      </svg>
      <span>
        <span className="sr-only">, </span>
        {colors.length === 1
          ? first.name
          : [...(matching === undefined ? [] : [matching]), `${colors.length} couleurs`].join(", ")}
      </span>
    </span>
  );
}
