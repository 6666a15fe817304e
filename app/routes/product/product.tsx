import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { emptyDelivery } from "~/actions/place-direct-order.server";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { DELIVERY_FORM } from "~/components/forms/delivery-fields";
import { ErrorSummary } from "~/components/forms/error-summary";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { pageMeta, rootDataIn, shorten } from "~/components/layout/page-meta";
import { breadcrumbData, productData } from "~/components/ui/structured-data";
import { preselectedColor, preselectedSize, sizesOf } from "~/domain/choice";
import { noOffer, noValues } from "~/domain/delivery-view";
import { sizeNoun } from "~/domain/size";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Actions, FavouriteForm } from "./actions";
import { answerForm, findProduct } from "./answer-form.server";
import { Choice } from "./choice";
import { type ChoiceValues, chosenFrom } from "./chosen";
import { Details } from "./details";
import { Gallery } from "./gallery";
import { Order } from "./order";
import { factsOf, Head, Notices, type ProductFacts } from "./product-facts";

export const handle = { private: false, search: "open", prefetched: true } satisfies RouteHandle;

const SIMILAR = 4;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("couleur") ?? undefined;
  const color = preselectedColor(product, asked)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color), Number(searchParams.get("pointure")));
  const { catalogue } = await getShop();
  const [similar, { wilayas }] = await Promise.all([
    catalogue.similar(product.id, SIMILAR),
    emptyDelivery({ pairs: 1, amount: product.price }),
  ]);
  const choice: ChoiceValues = {
    couleur: color,
    pointure: size === undefined ? "" : String(size),
    quantite: "1",
  };
  return {
    product: factsOf(product),
    chosen: chosenFrom(product),
    choice,
    /** Named in the title when the address asks for it. */
    askedColor: product.colors.find(({ slug }) => slug === asked)?.name,
    similar,
    wilayas,
    siteUrl: settings.siteUrl,
    titlePrefix: currentRequest()?.titlePrefix,
  };
}

export const action = (args: ActionFunctionArgs) => answerForm(args);

export default function ProductPage() {
  const { product, chosen, choice: preselected, similar, wilayas, siteUrl } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const choice = answer?.choice ?? preselected;
  const color = choice.couleur || preselected.couleur;
  const delivery = answer?.delivery ?? { ...emptyForm, wilayas };
  const summary = answer && (
    <ErrorSummary problems={answer.problems} intro={answer.intro} within={product.soldOut ? "page" : "form"}>
      {answer.isRepeated && (
        <p className="mt-4">
          <SubmitButton form={DELIVERY_FORM} name="intent" value="encore">
            Commander encore une fois
          </SubmitButton>
        </p>
      )}
      {answer.existing && (
        <p className="mt-2">
          <a className="link" href={answer.existing.page}>
            Voir la commande n° {answer.existing.number}
          </a>
        </p>
      )}
    </ErrorSummary>
  );
  return (
    <>
      {product.soldOut && summary}
      <Breadcrumb trail={trailTo(product)} />
      <div className="page grid gap-x-12 gap-y-6 pt-2 md:gap-y-10 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Gallery pictures={product.pictures} color={color} percent={product.percent}>
          <Actions shared={{ url: `${siteUrl}${pathOf(product)}`, name: product.name }}>
            <FavouriteForm productId={product.id} here={pathOf(product)} />
          </Actions>
        </Gallery>
        {product.soldOut ? (
          <>
            <div className="beside">
              <Head product={product} />
              <p className="panel mt-6">{`Aucune ${sizeNoun(chosen.labels !== undefined)} disponible pour le moment`}</p>
            </div>
            <Details product={product} />
          </>
        ) : (
          // Its parts take places of the grid: the choice stays in sight beside pictures, details and order form.
          <form id={DELIVERY_FORM} className="contents" method="post" action={pathOf(product)} noValidate>
            <div className="beside">
              <DefaultSubmit value="defaut" />
              <input type="hidden" name="prix" value={product.price} />
              <Head product={product} />
              {!answer?.isOfOrder && summary}
              <Choice
                product={chosen}
                choice={choice}
                color={color}
                errors={answer?.errors ?? {}}
                gender={product.gender}
              />
              <div className="sticky bottom-0 -mx-4 mt-2 border-t bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
                <SubmitButton name="intent" value="ajouter" className="button-primary w-full">
                  Ajouter au panier
                </SubmitButton>
              </div>
              <Notices />
            </div>
            <Details product={product} />
            <Order price={product.price} quantite={choice.quantite} delivery={delivery}>
              {answer?.isOfOrder && summary}
            </Order>
          </form>
        )}
      </div>
      {similar.length > 0 && (
        <section className="page mt-16" aria-labelledby="similaires" data-enhance="hearts">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="similaires" className="text-2xl">
              Produits similaires
            </h2>
            <a className="link py-1" href="/shop">
              Voir tous les produits
            </a>
          </div>
          <div className="mt-6">
            <ProductGrid products={similar} />
          </div>
        </section>
      )}
    </>
  );
}

/** Nothing was typed, and nobody knows where the parcel goes. */
const emptyForm = { values: { ...noValues }, errors: {}, offer: { ...noOffer } };

const pathOf = ({ slug }: Pick<ProductFacts, "slug">) => `/product/${slug}`;

const trailTo = (product: Pick<ProductFacts, "slug" | "name">) => [
  { name: "Accueil", path: "/" },
  { name: "Boutique", path: "/shop" },
  { name: product.name, path: pathOf(product) },
];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Produit non trouvé – Wahrane" }];
  const { product, titlePrefix, askedColor, siteUrl } = data;
  const root = rootDataIn(matches);
  const name = [product.name, askedColor].filter(Boolean).join(", ");
  const description = product.description || `${product.name}, livraison dans les 58 wilayas, paiement à la livraison.`;
  return [
    ...pageMeta(matches, {
      title: [root?.isRefused ? undefined : (titlePrefix ?? root?.flash?.message), name].filter(Boolean).join(" – "),
      description,
      canonical: pathOf(product),
      image: product.pictures[0],
    }),
    { "script:ld+json": productData(siteUrl, { ...product, description: shorten(description) }) },
    { "script:ld+json": breadcrumbData(siteUrl, trailTo(product)) },
  ];
};
