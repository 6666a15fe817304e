import { ProductCard } from "~/components/catalogue/product-card";
import type { ProductCard as Product } from "~/domain/catalogue/catalogue";
import type { CarouselSection, CollectionItem } from "~/domain/content/content";
import { SLIDE_DELAY } from "~/domain/content/section";
import { Scene } from "./scene";
import { AccentLine, SectionHeading, SectionLink } from "./section-heading";
import { Slider } from "./slider";

export interface FilledCarousel extends CarouselSection {
  /** From the catalogue, when the content has no items of its own. */
  products: Product[];
  /** Whether there is anything behind its link. */
  hasMore: boolean;
}

const more: Record<CarouselSection["source"], { href: string; label: string }> = {
  collections: { href: "/collections", label: "Toutes les collections" },
  newest: { href: "/nouveaute", label: "Toutes les nouveautés" },
  bestsellers: { href: "/shop", label: "Tous nos modèles" },
};

export function Carousel({ section, name }: { section: FilledCarousel; name: string }) {
  const { items, products, hasMore } = section;
  const names = items.length > 0 ? items.map(({ title }) => title) : products.map((product) => product.name);
  return (
    // No named region: the slider in it has the same name, which would be read out three times.
    <section className={`page carousel ${section.source}`}>
      <SectionHeading {...section} id={name} more={hasMore ? more[section.source] : undefined} />
      <Slider
        label={section.title}
        name={`${name}-vue`}
        titles={names.map((title, index) => `Vue ${index + 1}, ${title}`)}
        delays={[SLIDE_DELAY]}
        className={items.length > 0 ? "wide" : "narrow"}
      >
        {items.length > 0
          ? items.map((item) => <Item key={`${item.title}${item.link}`} item={item} />)
          : products.map((product) => <ProductCard key={product.id} product={product} loading="lazy" />)}
      </Slider>
    </section>
  );
}

function Item({ item }: { item: CollectionItem }) {
  return (
    <div className={`item flex h-full flex-col ${item.textColor ? "own p-4" : ""}`}>
      <Scene src={item.image} sizes="(min-width:67.5em) 400px,(min-width:37.5em) 46vw,92vw" />
      <AccentLine color={item.accent} />
      {item.subtitle && <p className="mt-3 text-sm">{item.subtitle}</p>}
      <h3 className="mt-3 text-xl">{item.title}</h3>
      {item.description && <p className="mb-4 mt-1 flex-1">{item.description}</p>}
      <p>
        <SectionLink {...item} />
      </p>
    </div>
  );
}
