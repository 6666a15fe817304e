import type { CategoriesSection, HeroSection, TrustSection, UnsupportedSection } from "~/domain/section";
import { API_AWAY } from "../layout/closed";
import { Carousel, type FilledCarousel } from "./carousel";
import { Categories } from "./categories";
import { Hero } from "./hero";
import { Trust } from "./trust";

export type FilledSection = HeroSection | CategoriesSection | FilledCarousel | TrustSection | UnsupportedSection;

export interface HomeData {
  sections: FilledSection[];
  /** The shop's own sections could not be loaded: these are the built-in ones. */
  isFallback: boolean;
  /** Every page says so at present, this one as well. */
  isSaid?: boolean;
  /** Why there is nothing to show. */
  failure?: string;
  /** Its style sheet beside the shop's (own-style.ts), for the document. */
  ownStyle?: string;
}

/** Asking again says so in the address, so that the answer can tell that it is the second one. */
export const RETRY = "/?essai=2";

export function HomePage({ sections, isFallback, isSaid, failure }: HomeData) {
  return (
    <div className="sections" data-enhance="home">
      <h1 className="home-title">Sandales, sabots et chaussures, d'Oran à toute l'Algérie</h1>
      {isFallback && (
        <p className="page mb-4 flex flex-wrap items-center gap-x-4" role="status">
          {!isSaid && API_AWAY}
          <a className="link py-1" href={RETRY}>
            Réessayer
          </a>
        </p>
      )}
      {sections.map((section, index) => (
        // Identifiers are the content's, and nobody promised that they differ.
        // biome-ignore lint/suspicious/noArrayIndexKey: sections never change places on a page
        <HomeSection key={index} section={section} name={`section-${index + 1}`} isFirst={index === 0} />
      ))}
      {failure !== undefined && (
        <div className="page">
          <div className="panel mt-8" role="alert">
            <h2 className="text-xl">Erreur de Chargement</h2>
            <p className="mt-2">{failure}</p>
            <p className="mt-4">
              <a className="button" href={RETRY}>
                Réessayer
              </a>
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

function HomeSection({ section, name, isFirst }: { section: FilledSection; name: string; isFirst: boolean }) {
  switch (section.type) {
    case "hero":
      return <Hero section={section} name={name} isFirst={isFirst} />;
    case "categories":
      return <Categories section={section} name={name} />;
    case "carousel":
      return <Carousel section={section} name={name} />;
    case "trust":
      return <Trust name={name} />;
    case "unsupported":
      return <Unsupported section={section} name={name} />;
  }
}

function Unsupported({ section, name }: { section: UnsupportedSection; name: string }) {
  return (
    <section className="page py-12" aria-labelledby={name}>
      <div className="panel">
        <h2 id={name} className="text-xl">
          Type de section non supporté
        </h2>
        <dl className="rows mt-2 max-w-prose">
          <div>
            <dt>Type</dt>
            <dd>{section.name}</dd>
          </div>
          <div>
            <dt>Identifiant</dt>
            <dd>{section.id}</dd>
          </div>
          <div>
            <dt>Titre</dt>
            <dd>{section.title}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
