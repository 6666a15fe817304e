import { revealText } from "~/components/ui/reveal";
import type { CategoriesSection, CategoryCard, Shade } from "~/domain/section";
import { Scene } from "./scene";
import { Heading } from "./words";

/** A page may carry no style of its own, so measures are rounded to those that the style sheet has. */
const nearest = (steps: readonly number[], value: number) =>
  steps.reduce((best, step) => (Math.abs(step - value) < Math.abs(best - value) ? step : best));
const GAPS = [0, 8, 16, 24, 32, 48];
const PADDINGS = [0, 24, 48, 64, 96];
const RADII = [0, 4, 8, 16, 24, 48];

const shades: Record<Shade, string> = { panel: "bg-panel", ground: "bg-ground", ink: "bg-ink text-ground" };

/** Section 3: cards in a grid as the content lays it out. */
export function Categories({ section, name }: { section: CategoriesSection; name: string }) {
  const { layout, style, cards } = section;
  const padding = `pt-${nearest(PADDINGS, style.paddingTop)}px pb-${nearest(PADDINGS, style.paddingBottom)}px`;
  const grid = `cols-${layout.columns} mobile-${layout.mobileColumns} gap-${nearest(GAPS, layout.gap)}px`;
  return (
    <section className={`${shades[style.background]} ${padding}`} aria-labelledby={name}>
      <div className="page">
        <Heading {...section} id={name} />
        <ul data-reveal={revealText(section.animation)} className={`cards ${grid}`}>
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
  const { title, description, image, link, background, radius, imagePosition } = card;
  return (
    <a className={`card ${shades[background]} radius-${nearest(RADII, radius)}px`} href={link}>
      <Scene
        src={image}
        sizes={`(min-width:43.75em) ${Math.round(92 / columns)}vw,46vw`}
        className={`at-${imagePosition}`}
      />
      <span className="block p-4">
        <span className="card-title block font-display text-xl">{title}</span>
        {description && <span className="block text-sm">{description}</span>}
      </span>
    </a>
  );
}
