import { ProductName } from "~/components/catalogue/product-name";
import { Price } from "~/components/ui/price";
import type { HeroSection, HeroSlide } from "~/domain/content/content";
import { LOYALTY_DELAY, SLIDE_DELAY } from "~/domain/content/section";
import { isScene, Scene } from "./scene";
import { AccentLine, SectionLink } from "./section-heading";
import { Slider } from "./slider";

interface Props {
  section: HeroSection;
  name: string;
  /** Whether its first picture is the page's largest contentful paint. */
  isFirst: boolean;
}

export function Hero({ section, name, isFirst }: Props) {
  const { slides } = section;
  if (slides.length === 0) return null;
  return (
    <section className="hero">
      <Slider
        label={section.title}
        name={name}
        titles={slides.map(({ title }) => title)}
        delays={slides.map(({ isLoyaltyCard }) => (isLoyaltyCard ? LOYALTY_DELAY : SLIDE_DELAY))}
        isEndless
      >
        {slides.map((slide, index) => (
          <Slide key={slide.title} slide={slide} isFirst={isFirst && index === 0} />
        ))}
      </Slider>
    </section>
  );
}

function Slide({ slide, isFirst }: { slide: HeroSlide; isFirst: boolean }) {
  return (
    <div className={`slide ${slide.textColor ? "own" : ""}`}>
      <div className="slide-text">
        <AccentLine color={slide.accent} />
        {slide.saleTag && (
          <p className="mb-3 inline-block bg-accent px-2 py-1 text-sm text-on-accent">{slide.saleTag}</p>
        )}
        {slide.subtitle && <p className="text-muted">{slide.subtitle}</p>}
        <h2 className="text-3xl">
          {slide.product ? <ProductName product={slide.product} className="text-xl" /> : slide.title}
        </h2>
        {slide.description && <p className="mt-4 max-w-prose text-lg">{slide.description}</p>}
        {slide.price !== undefined && (
          <p className="mt-3 text-xl">
            <Price price={slide.price} oldPrice={slide.oldPrice} />
          </p>
        )}
        {slide.isLoyaltyCard && <Stamps count={slide.stampCount} isCard={slide.showPhysicalCard} />}
        <Places slide={slide} />
        <p className="mt-6">
          <SectionLink {...slide} button="accent" />
        </p>
      </div>
      <Scene
        src={slide.image}
        sizes="(min-width:67.5em) 77vw,(min-width:43.75em) 50vw,100vw"
        loading={isFirst ? "first" : "lazy"}
        className={isScene(slide.image) ? "" : "whole"}
      />
    </div>
  );
}

/** The loyalty card: `count` stamped pairs, and the one that is offered. */
function Stamps({ count, isCard }: { count: number; isCard: boolean }) {
  const rows = count < 7 ? 1 : 2;
  const columns = Math.ceil((count + 1) / rows);
  const height = rows * 52 - 8;
  const pairs = Array.from({ length: count + 1 }, (_, index) => index);
  const at = (index: number) => `translate(${(index % columns) * 52 + 22} ${Math.floor(index / columns) * 52 + 22})`;
  return (
    <div className={isCard ? "panel mt-5 inline-block text-ink" : "mt-5"}>
      {isCard && <p className="mb-3 font-display text-lg">Carte de fidélité Wahrane</p>}
      <svg
        role="img"
        aria-label={`Carte de fidélité\u00a0: ${count} paires tamponnées, la suivante est offerte.`}
        width={columns * 52 - 8}
        height={height}
        viewBox={`0 0 ${columns * 52 - 8} ${height}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        {pairs.map((index) =>
          index < count ? (
            <g key={index} transform={at(index)}>
              <circle r="20.5" strokeOpacity=".5" />
              {/* The print of a sole. */}
              <path d="M-3-13c5-2 9 3 8 9-1 4-2 5-2 8 0 5 0 9-4 9s-5-4-5-8c0-4-2-6-2-10 0-4 2-7 5-8zM-5 3h8" />
            </g>
          ) : (
            <g key={index} transform={at(index)} stroke="var(--accent)">
              <circle r="20.5" fill="var(--accent)" />
              {/* A gift. */}
              <path
                stroke="var(--on-accent)"
                d="M-9-3H9V9H-9zM-11-7h22v4h-22zM0-7V9M0-7c-6 0-7-6-3-6s3 6 3 6 0-6 3-6 3 6-3 6"
              />
            </g>
          ),
        )}
      </svg>
    </div>
  );
}

function Places({ slide: { locations, facebook } }: { slide: HeroSlide }) {
  if (locations.length === 0 && !facebook) return null;
  return (
    <ul className="mt-4 text-sm">
      {locations.map(({ name, address, phone }) => (
        <li key={`${name}${address}`}>{[name, address, phone].filter(Boolean).join(", ")}</li>
      ))}
      {facebook && (
        <li>
          <a className="link inline-block py-1" href={facebook} rel="noopener">
            Notre page Facebook
          </a>
        </li>
      )}
    </ul>
  );
}
