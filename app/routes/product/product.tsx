import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { ErrorSummary } from "~/components/forms/error-summary";
import { DefaultSubmit } from "~/components/forms/submit-button";
import { serverOnly } from "~/components/hydration/server-only";
import { ServerRendered } from "~/components/hydration/server-rendered";
import { pageMeta, shorten } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { breadcrumbData, productData } from "~/components/ui/structured-data";
import { preselectedColor, preselectedSize, sizesOf } from "~/domain/choice";
import { noOffer, noValues } from "~/domain/delivery-view";
import { sizeNoun } from "~/domain/size";
import type { loader as rootLoader } from "~/root";
import { emptyDelivery } from "~/routes/checkout/direct-order.server";
import { isRefused } from "~/server/refusal.server";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Actions, FavouriteForm } from "./actions";
import { answerForm, findProduct } from "./answer-form.server";
import { Choice } from "./choice";
import { chosenFrom } from "./chosen";
import { Details, Facts } from "./details";
import { Gallery, Pictures } from "./gallery";
import { Order } from "./order";
import { SizeGuide } from "./size-guide";
import { topicOf } from "./topic.server";
import { type ChoiceValues, useChoice } from "./use-choice";
import { factsOf, Head, Notices, type Written } from "./written";

const SIMILAR = 4;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("couleur") ?? undefined;
  const color = preselectedColor(product, asked)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color), Number(searchParams.get("pointure")));
  const { catalogue, wishlist } = await getShop();
  const [similar, { wilayas }, isFavourite] = await Promise.all([
    catalogue.similar(product.id, SIMILAR),
    emptyDelivery({ pairs: 1, amount: product.price }),
    // Without a cookie there is no list, and the page is everybody's.
    visitorOf(request).then((visitor) => visitor !== undefined && wishlist.has(visitor, product.id)),
  ]);
  const choice: ChoiceValues = {
    couleur: color,
    pointure: size === undefined ? "" : String(size),
    quantite: "1",
  };
  return {
    page: pack({ product: chosenFrom(product), choice }),
    written: serverOnly({
      ...factsOf(product),
      /** Named in the title when the address asks for it. */
      askedColor: product.colors.find(({ slug }) => slug === asked)?.name,
      similar,
      isFavourite,
      wilayas,
      siteUrl: settings.siteUrl,
      isRefused: isRefused(context),
      topic: topicOf(context),
    }),
  };
}

export const action = (args: ActionFunctionArgs) => answerForm(args);

export default function ProductPage() {
  const { page, written } = useLoaderData<typeof loader>();
  const facts = import.meta.env.SSR ? written.value : undefined;
  const { product, ...shown } = useMemo(() => unpack(page), [page]);
  const answer = useActionData<typeof action>();
  const form = useRef<HTMLFormElement>(null);
  const [choice, readChoice] = useChoice(form, answer?.choice ?? shown.choice);
  const color = choice.couleur || shown.choice.couleur;
  const delivery = answer?.delivery ?? { ...emptyForm, wilayas: facts?.wilayas ?? [] };
  const details = <Details>{import.meta.env.SSR && facts && <Facts product={facts} />}</Details>;
  return (
    <>
      {answer && <ErrorSummary problems={answer.problems} intro={answer.intro} />}
      {answer?.existing && (
        <p className="page mt-4">
          <a className="link" href={`/commande/${answer.existing}`}>
            Voir la commande n° {answer.existing}
          </a>
        </p>
      )}
      <ServerRendered id="fil">{import.meta.env.SSR && facts && <Breadcrumb trail={trailTo(facts)} />}</ServerRendered>
      <div className="page grid gap-x-12 gap-y-6 pt-2 md:gap-y-10 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Gallery color={color}>
          {import.meta.env.SSR && facts && (
            <Pictures pictures={facts.pictures} color={color} percent={facts.percent}>
              <Actions shared={{ url: addressOf(facts), name: facts.name }}>
                <FavouriteForm productId={facts.id} here={pathOf(facts)} isFavourite={facts.isFavourite} />
              </Actions>
            </Pictures>
          )}
        </Gallery>
        {product.soldOut ? (
          <>
            <div className="beside">
              <ServerRendered id="modele">{import.meta.env.SSR && facts && <Head product={facts} />}</ServerRendered>
              <p className="panel mt-6">{`Aucune ${sizeNoun(product.labels !== undefined)} disponible pour le moment`}</p>
            </div>
            {details}
          </>
        ) : (
          // Its parts take places of the grid: the choice stays in sight beside pictures, details and order form.
          <form
            ref={form}
            className="contents"
            method="post"
            action={`/product/${product.slug}`}
            noValidate
            onChange={readChoice}
          >
            <div className="beside">
              <DefaultSubmit value="defaut" />
              <input type="hidden" name="prix" value={product.price} />
              <ServerRendered id="modele">{import.meta.env.SSR && facts && <Head product={facts} />}</ServerRendered>
              <Choice
                product={product}
                answer={answer}
                choice={choice}
                color={color}
                guide={import.meta.env.SSR && facts && !product.labels && <SizeGuide gender={facts.gender} />}
              />
              <ServerRendered id="promesses">{import.meta.env.SSR && <Notices />}</ServerRendered>
            </div>
            {details}
            <Order product={product} choice={choice} color={color} delivery={delivery} />
          </form>
        )}
      </div>
      <ServerRendered id="voisins">
        {import.meta.env.SSR && facts && facts.similar.length > 0 && (
          <section className="page mt-16" aria-labelledby="similaires">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 id="similaires" className="text-2xl">
                Produits similaires
              </h2>
              <a className="link py-1" href="/shop">
                Voir tous les produits
              </a>
            </div>
            <div className="mt-6">
              <ProductGrid products={facts.similar} />
            </div>
          </section>
        )}
      </ServerRendered>
    </>
  );
}

/** Nothing was typed, and nobody knows where the parcel goes. */
const emptyForm = { values: { ...noValues }, errors: {}, offer: { ...noOffer } };

type Named = Pick<Written, "slug" | "name">;

const pathOf = ({ slug }: Pick<Written, "slug">) => `/product/${slug}`;
const addressOf = (product: Named & { siteUrl: string }) => `${product.siteUrl}${pathOf(product)}`;

const trailTo = (product: Named) => [
  { name: "Accueil", path: "/" },
  { name: "Boutique", path: "/shop" },
  { name: product.name, path: pathOf(product) },
];

/** Heads are written by the server only. */
export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = (page) =>
  import.meta.env.SSR ? headOf(page) : [];

const headOf: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ data, matches }) => {
  const facts = data?.written.value;
  if (!facts) return [{ title: "Produit non trouvé – Wahrane" }];
  const { topic, askedColor, siteUrl } = facts;
  const root = matches.find(({ id }) => id === "root")?.data;
  const name = [facts.name, askedColor].filter(Boolean).join(", ");
  const description = facts.description || `${facts.name}, livraison dans les 58 wilayas, paiement à la livraison.`;
  return [
    ...pageMeta({
      title: [facts.isRefused ? undefined : (topic ?? root?.flash?.message), name].filter(Boolean).join(" – "),
      description,
      canonical: { siteUrl, path: pathOf(facts) },
      image: facts.pictures[0],
      isRefused: facts.isRefused,
    }),
    { "script:ld+json": productData(siteUrl, { ...facts, description: shorten(description) }) },
    { "script:ld+json": breadcrumbData(siteUrl, trailTo(facts)) },
  ];
};
