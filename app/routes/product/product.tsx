import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { deliveryLines } from "~/actions/delivery-lines.server";
import { emptyDelivery } from "~/actions/read-delivery.server";
import { Breadcrumb, type Step } from "~/components/catalogue/breadcrumb";
import { ConfirmTotal } from "~/components/forms/confirm-total";
import { DELIVERY_FORM } from "~/components/forms/delivery-fields";
import { ErrorSummary } from "~/components/forms/error-summary";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { pageMeta, rootDataIn, shorten } from "~/components/layout/page-meta";
import { useRootData } from "~/components/layout/root-data";
import { Question } from "~/components/ui/contact-links";
import { breadcrumbData, productData } from "~/components/ui/structured-data";
import { categorySteps } from "~/domain/category-path";
import { preselectedColor, preselectedSize, sizesOf } from "~/domain/choice";
import { emptyView } from "~/domain/delivery-view";
import { formatDinars } from "~/domain/money";
import { titleOf } from "~/domain/product-title";
import { sizeNoun } from "~/domain/size";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Actions, FavouriteForm } from "./actions";
import { answerForm, findProduct } from "./answer-form.server";
import { Choice } from "./choice";
import { type ChoiceValues, choiceState, optionsOf } from "./chosen";
import { DeliveryLine } from "./delivery-line";
import { Details } from "./details";
import { Gallery } from "./gallery";
import { Order } from "./order";
import { factsOf, Head, Notices, type ProductFacts } from "./product-facts";
import { shownReviews } from "./shown-reviews.server";
import { Similar } from "./similar";

export const handle = {
  private: false,
  search: "open",
  reads: ["couleur", "pointure"],
  prefetched: true,
} satisfies RouteHandle;

const SIMILAR = 4;
const REVIEWS = 2;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request);
  const { searchParams } = new URL(request.url);
  const requestedColor = searchParams.get("couleur") ?? undefined;
  const color = preselectedColor(product, requestedColor)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color), Number(searchParams.get("pointure")));
  const { catalogue, reviews } = await getShop();
  const onePair = { pairs: 1, amount: product.price };
  const [similar, trail, { wilayas }, fees, reviewed] = await Promise.all([
    catalogue.similar(product.id, SIMILAR),
    catalogue.categoryTrail(product.categoryId),
    emptyDelivery(onePair),
    product.soldOut ? undefined : deliveryLines(request, onePair),
    reviews.ofProduct(product.id, { offset: 0, size: REVIEWS }),
  ]);
  const shown = shownReviews(reviewed, shorten);
  const choice: ChoiceValues = {
    couleur: color,
    pointure: size === undefined ? "" : String(size),
    quantite: "1",
  };
  return {
    product: factsOf(product),
    options: optionsOf(product),
    choice,
    /** The size of the address, also when it is sold out. */
    asked: searchParams.get("pointure") ?? "",
    /** For the title, when the address names a colour. */
    titleColor: product.colors.find(({ slug }) => slug === requestedColor)?.name,
    similar,
    reviews: { ...shown, reviews: shown.reviews.filter(({ text }) => text !== "") },
    steps: categorySteps(trail),
    wilayas,
    fees,
    siteUrl: settings.siteUrl,
    titlePrefix: currentRequest()?.titlePrefix,
  };
}

export const action = answerForm;

export default function ProductPage() {
  const loaded = useLoaderData<typeof loader>();
  const { product, options, choice: preselected, asked, similar, reviews, steps, wilayas, fees, siteUrl } = loaded;
  const remembered = useRootData()?.wilaya;
  const answer = useActionData<typeof action>();
  const choice = answer?.choice ?? preselected;
  const color = choice.couleur || preselected.couleur;
  const { wilayas: _, ...view } = answer?.delivery ?? { ...emptyView, wilayas };
  const isServed = wilayas.some(({ id, unserved }) => id === remembered && !unserved);
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
  const question = <Question about={`${titleOf(product)}\u00a0: ${siteUrl}${pathOf(product)}`} />;
  return (
    <>
      {product.soldOut && summary}
      <Breadcrumb trail={trailTo(product, steps)} />
      <div className="page grid gap-x-12 gap-y-6 pt-2 md:gap-y-10 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <Gallery pictures={product.pictures} color={color} percent={product.percent}>
          <Actions shared={{ url: `${siteUrl}${pathOf(product)}`, name: titleOf(product) }}>
            <FavouriteForm productId={product.id} here={pathOf(product)} />
          </Actions>
        </Gallery>
        {product.soldOut ? (
          <>
            <div className="beside md:static">
              <Head product={product} />
              <p className="panel mt-6">
                {`Aucune ${sizeNoun(options.labels !== undefined)} disponible pour le moment`}
              </p>
              <p className="mt-4">
                <a className="button-primary w-full" href={`${pathOf(product)}/prevenez-moi`}>
                  Prévenez-moi de son retour
                </a>
              </p>
              {question}
              <Similar products={similar} isBeside />
            </div>
            <Details product={product} reviews={reviews} />
          </>
        ) : (
          // Its children are items of the grid: the choice stays in sight beside the other parts.
          <form id={DELIVERY_FORM} className="contents" method="post" action={pathOf(product)} noValidate>
            <div className="beside">
              <DefaultSubmit value="defaut" />
              <input type="hidden" name="prix" value={product.price} />
              <Head product={product} />
              {!answer?.isOfOrder && summary}
              <Choice
                product={options}
                path={pathOf(product)}
                choice={choice}
                asked={answer ? choice.pointure : asked}
                color={color}
                errors={answer?.errors ?? {}}
                gender={product.gender}
                fit={product.fit}
              />
              <div className="sticky bottom-0 -mx-4 mt-2 flex flex-wrap items-center gap-x-2 border-t bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
                <p className="text-sm md:hidden">
                  <span className="in-bar">{choiceState(options, choice, color).inBar}</span>
                  {formatDinars(product.price)}
                </p>
                <SubmitButton name="intent" value="ajouter" className="button-primary grow px-2">
                  Ajouter au panier
                </SubmitButton>
              </div>
              {fees && <DeliveryLine {...fees} options={wilayaOptions(wilayas, true)} chosen={remembered} />}
              <Notices />
              {question}
            </div>
            <Details product={product} reviews={reviews} />
            <Order
              price={product.price}
              quantite={choice.quantite}
              view={view}
              wilayas={wilayaOptions(wilayas)}
              isListNew={answer?.isListNew === true}
              remembered={answer || !isServed ? undefined : remembered}
            >
              {answer?.isOfOrder && summary}
              {answer?.toConfirm && (
                <ConfirmTotal {...answer.toConfirm} isPickup={view.values.mode === "relais"} form={DELIVERY_FORM} />
              )}
            </Order>
          </form>
        )}
      </div>
      {!product.soldOut && <Similar products={similar} />}
      {/* Notes in a cookie that this visitor was here (seen.ts). */}
      <img src={`/vus?produit=${encodeURIComponent(product.id)}`} width="1" height="1" alt="" hidden />
    </>
  );
}

const pathOf = ({ slug }: Pick<ProductFacts, "slug">) => `/product/${slug}`;

const trailTo = (product: Pick<ProductFacts, "slug" | "name">, steps: readonly Step[]) => [
  { name: "Accueil", path: "/" },
  ...steps,
  { name: product.name, path: pathOf(product) },
];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: "Produit non trouvé – Wahrane" }];
  const { product, reviews, steps, titlePrefix, titleColor, siteUrl } = data;
  const root = rootDataIn(matches);
  const name = [titleOf(product), titleColor].filter(Boolean).join(", ");
  const description =
    product.description || `${titleOf(product)}, livraison dans les 58 wilayas, paiement à la livraison.`;
  return [
    ...pageMeta(matches, {
      title: [root?.isRefused ? undefined : (titlePrefix ?? root?.flash?.message), name].filter(Boolean).join(" – "),
      description,
      canonical: pathOf(product),
      image: product.pictures[0],
    }),
    { "script:ld+json": productData(siteUrl, { ...product, description: shorten(description), reviews }) },
    { "script:ld+json": breadcrumbData(siteUrl, trailTo(product, steps)) },
  ];
};
