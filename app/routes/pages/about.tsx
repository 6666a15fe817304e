import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { useLayoutData } from "~/components/layout/layout-data";
import { pageMeta } from "~/components/layout/page-meta";
import { Places, useHasWays, WaysToReach } from "~/components/ui/contact-links";
import { ButtonLink, LineLink, TextLink } from "~/components/ui/links";
import { ProductPicture } from "~/components/ui/product-picture";
import { ourShops } from "~/domain/content/our-shops";
import { RETURNS, WITHIN_DAYS } from "~/domain/delivery/delivery";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";

export const handle = { private: false, search: "listed" } satisfies RouteHandle;

export const loader = () => ({ locations: settings.seller.locations });

const picture = {
  src: "boston-santa-cruz/taupe-pair",
  alt: "Une paire de sabots Boston Santa Cruz en daim taupe",
  color: "taupe",
};

export default function About() {
  const { locations } = useLoaderData<typeof loader>();
  const hasWays = useHasWays();
  return (
    <div className="page py-8">
      <div className="grid gap-6 md:grid-cols-2 md:gap-12">
        <div className="prose">
          <h1 className="text-2xl">À propos</h1>
          <p className="text-lg">Wahrane, c'est Oran. Toutes nos paires partent d'ici.</p>
          <p>
            Nous vendons des sandales, des sabots et des chaussures pour femme, homme et enfant,{" "}
            {locations.length > 0 && `dans ${ourShops(locations.length)} d'Oran et `}sur ce site, qui livre dans les 58
            wilayas.
          </p>
          <p>
            <LineLink href="/shop">Voir la boutique</LineLink>
          </p>
        </div>
        <div className="plate">
          <ProductPicture picture={picture} sizes="(min-width:43.75em) 46vw,92vw" upTo={1200} loading="first" />
        </div>
      </div>

      <div className="mt-6 grid gap-x-12 md:grid-cols-2">
        <div className="prose">
          <h2>Ce que nous vendons</h2>
          <p>
            Peu de modèles, choisis pour être portés longtemps&nbsp;: du cuir, du daim, du liège, de la toile. Chaque
            page dit de quoi la paire est faite, comment l'entretenir et quelles pointures sont en stock. Ce qui est
            affiché en stock est sur nos étagères.
          </p>
          <h2>Ce à quoi nous tenons</h2>
          <ul>
            <li>Le total que vous confirmez est celui que vous payez, livraison comprise.</li>
            <li>Pas de publicité, pas de mesure d'audience, pas de revente de vos données.</li>
            <li>Un site qui marche sur un petit téléphone, avec une petite connexion, et avec un lecteur d'écran.</li>
            {useLayoutData()?.shopPhone && <li>Une personne au téléphone, à Oran.</li>}
          </ul>
        </div>
        <div className="prose">
          <h2>Comment cela se passe</h2>
          <ol className="list-decimal space-y-2 ps-5">
            <li>Vous choisissez une paire et vous indiquez où la livrer. Pas besoin de compte.</li>
            <li>Nous vous appelons dans les 24&nbsp;h pour confirmer.</li>
            <li>Le transporteur l'apporte chez vous ou au point relais {WITHIN_DAYS}.</li>
            <li>Vous payez en espèces, à la remise du colis.</li>
            <li>Elle ne va pas&nbsp;? {RETURNS}.</li>
          </ol>
        </div>
      </div>

      <Places
        places={locations}
        intro={
          <p className="mt-2">
            On y essaie, on y échange, et la carte de <TextLink href="/loyalty-program">fidélité</TextLink> y est
            tamponnée.
          </p>
        }
      />

      <section className="prose mt-12" aria-labelledby="contact">
        <h2 id="contact">Contactez-nous</h2>
        {hasWays && <WaysToReach />}
        <p>
          <ButtonLink href="/contact">Écrivez-nous</ButtonLink>
        </p>
        <p>
          Pour une commande passée, ayez son numéro sous la main, ou <TextLink href="/suivi">suivez-la ici</TextLink>.
        </p>
      </section>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const shops = data && data.locations.length > 0 ? `, ${ourShops(data.locations.length)} à Oran` : "";
  return pageMeta(matches, {
    title: "À propos",
    description: `Sandales, sabots et chaussures, d'Oran à toute l'Algérie. Qui nous sommes, comment nous vendons${shops} et comment nous joindre.`,
    canonical: "/about",
    image: picture,
  });
};
