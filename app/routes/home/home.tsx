import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { CollectionCard } from "~/components/catalogue/collection-card";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { pageMeta } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { ProductPicture } from "~/components/ui/product-picture";
import { DELIVERY_DELAY } from "~/domain/delivery";
import type { loader as rootLoader } from "~/root";
import { getShop } from "~/shop/shop.server";

/** What the shop is, what is new, the collections. Plain, until the home sections take its place. */
export async function loader() {
  const { catalogue } = await getShop();
  const [arrivals, collections] = await Promise.all([
    catalogue.list({ sort: "nouveautes", page: 1, size: 8 }),
    catalogue.collections(),
  ]);
  return pack({ arrivals: arrivals.products, collections });
}

export default function Home() {
  const { arrivals, collections } = unpack(useLoaderData<typeof loader>());
  const cover = arrivals.find(({ picture }) => picture)?.picture;
  return (
    <>
      <div className="page grid items-center gap-6 py-8 md:grid-cols-2 md:gap-12 md:py-12">
        <div>
          <h1 className="text-3xl">Sandales, sabots et chaussures, d'Oran à toute l'Algérie</h1>
          <p className="mt-4 max-w-prose text-lg">
            Choisissez votre paire, nous vous appelons dans les 24h pour confirmer, vous payez quand elle arrive chez
            vous.
          </p>
          <p className="mt-6">
            <a className="button-primary" href="/shop">
              Voir la boutique
            </a>
          </p>
        </div>
        {cover && (
          <div className="plate">
            <ProductPicture picture={cover} sizes="(min-width:800px) 46vw,92vw" loading="first" />
          </div>
        )}
      </div>
      <Promises />
      <section className="page mt-16" aria-labelledby="nouveautes">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="nouveautes" className="text-2xl">
            Nouveautés
          </h2>
          <a className="link py-1" href="/shop">
            Tous nos modèles
          </a>
        </div>
        <div className="mt-6">
          <ProductGrid products={arrivals} />
        </div>
      </section>
      {collections.length > 0 && (
        <section className="page mt-20" aria-labelledby="collections">
          <h2 id="collections" className="text-2xl">
            Collections
          </h2>
          <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6">
            {collections.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const promises = [
  ["Paiement à la livraison", "Vous payez en espèces au livreur, rien avant."],
  ["Livraison dans les 58 wilayas", `${DELIVERY_DELAY}, chez vous ou au point relais.`],
  ["30 jours pour changer d'avis", "Retours acceptés sous 30 jours, gratuits les 7 premiers jours."],
  ["Un appel dans les 24h", "Nous confirmons chaque commande avec vous."],
];

function Promises() {
  return (
    <section className="border-y" aria-label="Nos engagements">
      <dl className="page grid gap-x-8 gap-y-4 py-6 sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(([promise, detail]) => (
          <div key={promise}>
            <dt className="font-semibold">{promise}</dt>
            <dd className="text-muted">{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ matches }) =>
  pageMeta({
    title: "Sandales, sabots et chaussures à Oran",
    description:
      "Sandales, sabots et chaussures pour femme, homme et enfant. Livraison dans les 58 wilayas, paiement à la livraison, retours sous 30 jours.",
    canonical: { siteUrl: matches.find(({ id }) => id === "root")?.data?.siteUrl, path: "/" },
  });
