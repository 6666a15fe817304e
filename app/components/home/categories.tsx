import { revealText } from "~/components/ui/reveal";
import type { CategoriesSection, CategoryCard } from "~/domain/content/content";
import { Scene } from "./scene";
import { SectionHeading } from "./section-heading";

/** Section 3: cards in the content's layout; own-style.ts has their sizes and colours. */
export function Categories({ section, name }: { section: CategoriesSection; name: string }) {
  const { layout, style, cards } = section;
  return (
    <section className={`${name} ${style.background ? "own" : "bg-panel"}`} aria-labelledby={name}>
      <div className="page">
        <SectionHeading {...section} id={name} />
        <ul data-reveal={revealText(section.animation)} className="cards">
          {cards.map((card) => (
            <li key={`${card.title}${card.link}`}>
              <Card card={card} columns={layout.columns} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Card({ card, columns }: { card: CategoryCard; columns: number }) {
  const { title, description, image, link, background } = card;
  return (
    <a className={`card ${background ? "own" : "bg-ground text-ink"}`} href={link}>
      <Scene src={image} sizes={`(min-width:43.75em) ${Math.round(92 / columns)}vw,46vw`} />
      <span className="block p-4">
        <span className="card-title block font-display text-xl">{title}</span>
        {description && <span className="block text-sm">{description}</span>}
      </span>
    </a>
  );
}
