import { useLoaderData } from "@remix-run/react";
import { CollectionCard } from "~/components/catalogue/collection-card";
import { fixedMeta } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";

export const handle = { private: false, search: "listed", prefetched: true } satisfies RouteHandle;

/** Section 2, Collections. */
export async function loader() {
  const { catalogue } = await getShop();
  return (await catalogue.collections()).filter(({ productCount }) => productCount > 0);
}

export default function CollectionsPage() {
  const collections = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <h1 className="text-2xl">Collections</h1>
      {collections.length === 0 ? (
        <p className="mt-4">Aucune collection disponible pour le moment.</p>
      ) : (
        // Three in a row, or four where three would leave one alone in the last.
        <ul
          className={`mt-6 grid gap-x-6 gap-y-12 sm:grid-cols-2 ${collections.length % 3 === 1 ? "lg:grid-cols-4" : "lg:grid-cols-3"}`}
        >
          {collections.map((collection, index) => (
            <li key={collection.slug}>
              <CollectionCard
                collection={collection}
                under="h1"
                loading={index === 0 ? "first" : index < 3 ? "eager" : "lazy"}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const meta = fixedMeta({
  title: "Collections",
  description: "Toutes nos collections. Livraison dans les 58 wilayas, paiement à la livraison.",
  canonical: "/collections",
});
