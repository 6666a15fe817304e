import { ButtonLink, LineLink } from "~/components/ui/links";
import type { CategoriesSection, HeroSection, TrustSection, UnsupportedSection } from "~/domain/content/content";
import { leadsToSomething, usualNavigation } from "~/domain/content/navigation";
import { API_AWAY } from "../layout/closed";
import { useLayoutData } from "../layout/layout-data";
import { Row } from "../ui/row";
import { Carousel, type FilledCarousel } from "./carousel";
import { Categories } from "./categories";
import { Hero } from "./hero";
import { Trust } from "./trust";

export type FilledSection = HeroSection | CategoriesSection | FilledCarousel | TrustSection | UnsupportedSection;

export interface HomeData {
  sections: FilledSection[];
  /** Whether these are the built-in sections, because the shop's own could not be loaded. */
  isFallback: boolean;
  /** Whether the notice at the top of every page says so already. */
  isAnnounced?: boolean;
  /** Why there is nothing to show. */
  failure?: string;
  /** The page's own style sheet (own-style.ts), for the document. */
  ownStyle?: string;
}

/** The second try has an address of its own, so that its answer can say that it failed again. */
const RETRY = "/?essai=2";

export function HomePage({ sections, isFallback, isAnnounced, failure }: HomeData) {
  return (
    <div className="sections" data-enhance="home">
      <div className="home-intro page">
        <h1 className="text-xl">Sandales, sabots et chaussures, d'Oran à toute l'Algérie</h1>
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
        <Departments />
      </div>
      {isFallback && (
        <p className="page mb-4 flex flex-wrap items-center gap-x-4" role="status">
          {!isAnnounced && API_AWAY}
          <LineLink href={RETRY}>Réessayer</LineLink>
        </p>
      )}
      {sections.map((section, index) => (
        // The content's identifiers may not be unique.
        // biome-ignore lint/suspicious/noArrayIndexKey: sections never change places on a page
        <HomeSection key={index} section={section} name={`section-${index + 1}`} isFirst={index === 0} />
      ))}
      {failure !== undefined && (
        <div className="page">
          <div className="panel mt-8" role="alert">
            <h2 className="text-xl">Erreur de Chargement</h2>
            <p className="mt-2">{failure}</p>
            <p className="mt-4">
              <ButtonLink href={RETRY}>Réessayer</ButtonLink>
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

const promises = ["Livraison dans les 58 wilayas", "Paiement à la livraison", "Échange ou retour sous 30\u00a0jours"];

const departments = [
  { href: "/femme", label: "Femme" },
  { href: "/homme", label: "Homme" },
  { href: "/enfant", label: "Enfant" },
];

/** On a phone the header's own are in its menu. */
function Departments() {
  const { navigation = usualNavigation } = useLayoutData() ?? {};
  const offered = departments.filter(({ href }) => leadsToSomething(href, navigation));
  if (offered.length === 0) return null;
  return (
    <nav aria-label="Rayons" className="mt-2 flex flex-wrap gap-2 lg:hidden">
      {offered.map(({ href, label }) => (
        <a key={href} className="button grow px-2" href={href}>
          {label}
        </a>
      ))}
    </nav>
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
          <Row label="Type" value={section.name} />
          <Row label="Identifiant" value={section.id} />
          <Row label="Titre" value={section.title} />
        </dl>
      </div>
    </section>
  );
}
