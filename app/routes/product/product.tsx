import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { ConfirmTotal } from "~/components/forms/confirm-total";
import { DELIVERY_FORM } from "~/components/forms/delivery-fields";
import { ErrorSummary } from "~/components/forms/error-summary";
import { OwnForm } from "~/components/forms/own-form";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { WilayaChoice } from "~/components/forms/wilaya-choice";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { useLayoutData } from "~/components/layout/layout-data";
import { layoutDataIn, pageMeta, shorten } from "~/components/layout/page-meta";
import { RefusedOrder } from "~/components/orders/refused-order";
import { Question } from "~/components/ui/contact-links";
import { breadcrumbData, productData } from "~/components/ui/structured-data";
import { StructuredData } from "~/components/ui/structured-data-script";
import { categorySteps } from "~/domain/catalogue/category-path";
import { preselectedColor, preselectedSize, sizesOf } from "~/domain/catalogue/choice";
import { type ChoiceValues, choiceState, optionsOf, pairsChosen } from "~/domain/catalogue/choice-view";
import { titleOf } from "~/domain/catalogue/product-title";
import { fitOpinion } from "~/domain/catalogue/review";
import { ONE_COLOR, sizeNoun } from "~/domain/catalogue/size";
import { emptyView } from "~/domain/delivery/delivery-view";
import { formatDinars } from "~/domain/values/money";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { firstDeliveryLine } from "~/use-cases/delivery-lines.server";
import { feedId } from "~/use-cases/feed-id.server";
import { emptyDelivery } from "~/use-cases/read-delivery.server";
import { answerForm } from "./answer-form.server";
import { ChoiceFields } from "./choice-fields";
import { Details } from "./details";
import { findProduct } from "./find-product.server";
import { Gallery } from "./gallery";
import { OrderSection } from "./order-section";
import { factsOf, Head, Notices, type ProductFacts } from "./product-facts";
import { shownReviews } from "./reviews";
import { ShareAndSave } from "./share-and-save";
import { Similar } from "./similar";

export const handle = {
  private: false,
  search: "open",
  reads: ["couleur", "pointure", "quantite"],
  wilaya: true,
  prefetched: true,
} satisfies RouteHandle;

const SIMILAR = 4;
const REVIEWS = 2;
const REVIEW_CHARACTERS = 90;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request);
  const { searchParams } = new URL(request.url);
  const requestedColor = searchParams.get("couleur") ?? undefined;
  const color = preselectedColor(product, requestedColor)?.slug ?? "";
  const asked = searchParams.get("pointure") ?? "";
  const size = preselectedSize(sizesOf(product, color), Number(asked));
  const variant = product.variants.find((item) => item.color.slug === color && String(item.size) === asked);
  const { catalogue, reviews } = await getShop();
  const onePair = { pairs: 1, amount: product.price };
  const [similar, trail, { wilayas }, deliveryLine, reviewed] = await Promise.all([
    catalogue.similar(product.id, SIMILAR),
    catalogue.categoryTrail(product.categoryId),
    emptyDelivery(onePair),
    product.soldOut ? undefined : firstDeliveryLine(request, onePair),
    reviews.ofProduct(product.id, { offset: 0, size: REVIEWS }),
  ]);
  const shown = shownReviews(reviewed, (text) => shorten(text, REVIEW_CHARACTERS));
  const choice: ChoiceValues = {
    couleur: color,
    pointure: size === undefined ? "" : String(size),
    quantite: String(pairsChosen(searchParams.get("quantite") ?? "")),
  };
  return {
    product: factsOf(product),
    options: optionsOf(product),
    choice,
    /** The size of the address, also when it is sold out. */
    asked,
    groupId: feedId(product.id),
    shadeIds: product.colors.map(({ slug }) => feedId(`${feedId(product.id)}-${slug}`)),
    codes: variant ? { sku: feedId(variant.id), ...(variant.gtin ? { gtin: variant.gtin } : {}) } : {},
    /** For the title, when the address names a colour. */
    titleColor: product.colors.find(({ slug }) => slug === requestedColor && slug !== ONE_COLOR.slug)?.name,
    similar,
    reviews: { ...shown, reviews: shown.reviews.filter(({ text }) => text !== "") },
    steps: categorySteps(trail),
    wilayas,
    deliveryLine,
    siteUrl: settings.siteUrl,
    opening: settings.parcelOpening,
    titlePrefix: currentRequest()?.titlePrefix,
  };
}

export const action = answerForm;

export default function ProductPage() {
  const {
    product,
    options,
    choice: preselected,
    asked,
    codes,
    groupId,
    shadeIds,
    titleColor,
    similar,
    reviews,
    steps,
    wilayas,
    deliveryLine,
    siteUrl,
    opening,
  } = useLoaderData<typeof loader>();
  const remembered = useLayoutData()?.wilaya;
  const answer = useActionData<typeof action>();
  const choice = answer?.choice ?? preselected;
  const color = choice.couleur || preselected.couleur;
  const { wilayas: _, ...view } = answer?.delivery ?? { ...emptyView, wilayas };
  const isServed = wilayas.some(({ id, unserved }) => id === remembered && !unserved);
  const state = choiceState(options, choice, color);
  // A form that comes back may have another colour than its address.
  const isColorNamed = titleColor !== undefined || (answer !== undefined && options.shades.length > 1);
  const within = product.soldOut ? "page" : "form";
  const summary =
    answer &&
    (answer.refusal ? (
      <RefusedOrder refusal={answer.refusal} problems={answer.problems} form={DELIVERY_FORM} within={within} />
    ) : (
      <ErrorSummary problems={answer.problems} intro={answer.intro} within={within} />
    ));
  const trail = [...steps, { name: product.name, path: pageOf(product) }];
  const question = <Question about={`${titleOf(product)}\u00a0: ${siteUrl}${pageOf(product)}`} />;
  return (
    <>
      {product.soldOut && summary}
      <Breadcrumb trail={trail} />
      <div className="page beside pt-2">
        {/* As high as the column beside it, within which the pictures stay in sight. */}
        <div>
          <Gallery pictures={product.pictures} color={color} percent={product.percent}>
            <ShareAndSave
              product={product}
              siteUrl={siteUrl}
              path={pageOf(product)}
              query={isColorNamed ? queryOf(color) : ""}
            />
          </Gallery>
        </div>
        {product.soldOut ? (
          <div>
            <Head product={product} reviews={reviews} />
            <p className="panel mt-6">{`Aucune ${sizeNoun(options.labels !== undefined)} disponible pour le moment`}</p>
            <p className="mt-4">
              <a className="button-primary w-full" href={`${pageOf(product)}/prevenez-moi`}>
                Prévenez-moi de son retour
              </a>
            </p>
            {question}
            <Similar products={similar} isBeside />
          </div>
        ) : (
          <OwnForm id={DELIVERY_FORM} action={pageOf(product)} noValidate>
            <DefaultSubmit value="defaut" />
            <input type="hidden" name="prix" value={product.price} />
            <Head product={product} reviews={reviews} />
            {!answer?.isOfOrder && summary}
            <ChoiceFields
              product={options}
              path={pageOf(product)}
              choice={choice}
              asked={answer ? choice.pointure : asked}
              color={color}
              errors={answer?.errors ?? {}}
              gender={product.gender}
              fit={product.fit}
              opinion={reviews.isDemo ? "" : fitOpinion(reviews.fits, product.fit)}
            />
            {/* On a phone the bar is last of this column, at the bottom once the sizes were in sight. */}
            <div className="flex flex-col">
              <div className="buy-bar" data-enhance="add">
                <a className="quiet text-sm md:hidden" href="#pointures">
                  <span className="in-bar">{state.inBar}</span>
                  <strong className="block tabular-nums">{formatDinars(product.price)}</strong>
                </a>
                <SubmitButton name="intent" value="ajouter" className="button grow px-2">
                  Ajouter au panier
                </SubmitButton>
                <a className="button-primary grow px-2 md:hidden" href="#commander">
                  Commander
                </a>
              </div>
              <OrderSection
                price={product.price}
                quantite={choice.quantite}
                order={state.order}
                view={view}
                wilayas={wilayaOptions(wilayas)}
                isListNew={answer?.isListNew === true}
                remembered={answer || !isServed ? undefined : remembered}
                question={question}
              >
                {answer?.isOfOrder && summary}
                {answer?.toConfirm && (
                  <ConfirmTotal {...answer.toConfirm} isPickup={view.values.mode === "relais"} form={DELIVERY_FORM} />
                )}
              </OrderSection>
              {/* The delivery of one pair, and the choice of the wilaya (decision 048). */}
              {deliveryLine !== undefined && (
                <div className="mb-3 mt-3" data-enhance="wilaya">
                  <p aria-live="polite">{deliveryLine}</p>
                  <WilayaChoice options={wilayaOptions(wilayas, true)} chosen={remembered} />
                </div>
              )}
              <Notices opening={opening} />
            </div>
          </OwnForm>
        )}
        <Details product={product} reviews={reviews} />
      </div>
      {!product.soldOut && <Similar products={similar} />}
      {/* Notes in a cookie that this visitor was here (seen.ts). */}
      <img src={`/vus?produit=${encodeURIComponent(product.id)}`} width="1" height="1" alt="" hidden />
      <StructuredData
        of={[
          productData(siteUrl, {
            ...product,
            options,
            groupId,
            shadeIds,
            asked: { color, size: asked, codes },
            description: shorten(descriptionOf(product)),
            reviews,
          }),
          breadcrumbData(siteUrl, trail),
        ]}
      />
    </>
  );
}

const descriptionOf = (product: Pick<ProductFacts, "name" | "kind" | "gender" | "description">) =>
  product.description || `${titleOf(product)}, livraison dans les 58 wilayas, paiement à la livraison.`;

const pageOf = ({ slug }: Pick<ProductFacts, "slug">) => `/product/${slug}`;

const queryOf = (couleur: string) => `?${new URLSearchParams({ couleur })}`;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { product, choice, titlePrefix, titleColor } = data;
  const layout = layoutDataIn(matches);
  const name = [titleOf(product), titleColor].filter(Boolean).join(", ");
  return pageMeta(matches, {
    title: [layout?.isRefused ? undefined : (titlePrefix ?? layout?.flash?.message), name].filter(Boolean).join(" – "),
    description: descriptionOf(product),
    canonical: pageOf(product),
    // Some services read name and picture again at that address.
    shared: titleColor ? pageOf(product) + queryOf(choice.couleur) : undefined,
    image: product.pictures.find(({ color }) => color === choice.couleur) ?? product.pictures[0],
  });
};
