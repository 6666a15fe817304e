import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { DeliveryFields } from "~/components/forms/delivery-fields";
import { ErrorSummary } from "~/components/forms/error-summary";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { useHydrated } from "~/components/forms/use-hydrated";
import { serverOnly } from "~/components/hydration/server-only";
import { ServerRendered } from "~/components/hydration/server-rendered";
import { pageMeta, shorten } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { Price } from "~/components/ui/price";
import { breadcrumbData, productData } from "~/components/ui/structured-data";
import type { Product } from "~/domain/catalogue";
import { preselectedColor, preselectedSize, shownSizes, sizesOf, stockFigures, stockLine } from "~/domain/choice";
import { DELIVERY_DELAY } from "~/domain/delivery";
import { type DeliveryView, noOffer, noValues } from "~/domain/delivery-view";
import { discountPercent } from "~/domain/money";
import type { loader as rootLoader } from "~/root";
import { emptyDelivery } from "~/routes/checkout/direct-order.server";
import { isRefused } from "~/server/refusal.server";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Actions, FavouriteForm } from "./actions";
import { type Answer, answerForm, findProduct } from "./answer-form.server";
import { ChoiceFields, type Shade } from "./choice-fields";
import { Details, Facts, stars } from "./details";
import { Gallery, Pictures } from "./gallery";
import { SizeGuide } from "./size-guide";
import { topicOf } from "./topic.server";
import { type ChoiceValues, pairsOf, useChoice } from "./use-choice";

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

/** What the browser needs to know while a pair is chosen. */
function chosenFrom(product: Product) {
  const { slug, name, price, soldOut } = product;
  const sizes = [...new Set(product.variants.map(({ size }) => size))].sort((a, b) => a - b);
  const shades: Shade[] = product.colors.map((color) => ({
    ...color,
    stock: stockFigures(product, color.slug, sizes),
  }));
  return { slug, name, price, soldOut, sizes, shades };
}

type Chosen = ReturnType<typeof chosenFrom>;

/** What only stands there. */
function factsOf(product: Product) {
  const { id, slug, name, sku, price, oldPrice, soldOut, gender, pictures } = product;
  const { description, care, features, specifications, rating, reviewCount } = product;
  const percent = discountPercent(price, oldPrice);
  const facts = { description, care, features, specifications, rating, reviewCount };
  return { id, slug, name, sku, price, oldPrice, percent, soldOut, gender, pictures, ...facts };
}

type Written = ReturnType<typeof factsOf>;

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
              <p className="panel mt-6">Aucune pointure disponible pour le moment</p>
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
                guide={import.meta.env.SSR && facts && <SizeGuide gender={facts.gender} />}
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

/** Name, price and rating. */
function Head({ product }: { product: Written }) {
  const { name, price, oldPrice, rating, reviewCount, soldOut } = product;
  return (
    <>
      <h1 className="text-2xl">{name}</h1>
      <p className="mt-1 text-lg">
        <Price price={price} oldPrice={oldPrice} />
      </p>
      <p className="hint flex flex-wrap gap-x-4">
        {reviewCount > 0 && (
          <a className="quiet py-1" href="#avis">
            <span aria-hidden="true">★ </span>
            {`${stars(rating)} sur 5 (${reviewCount} avis)`}
          </a>
        )}
        <span className="py-1">
          Référence{"\u00a0"}: {product.sku}
        </span>
      </p>
      {soldOut && <p className="mt-4 font-semibold">Rupture de stock</p>}
    </>
  );
}

interface ChosenProps {
  product: Chosen;
  choice: ChoiceValues;
  /** The chosen colour, or the one whose sizes are offered while none is. */
  color: string;
}

/** What is chosen, in words and in numbers. */
function chosen({ product, choice, color }: ChosenProps) {
  const shade = product.shades.find(({ slug }) => slug === color);
  const sizes = shownSizes(shade?.stock ?? "", product.sizes);
  const size = sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const what = [shade?.name, size && `pointure ${size.size}`].filter(Boolean).join(", ");
  return { shade, sizes, size, what, pairs: pairsOf(choice.quantite) };
}

/** Colour, size, quantity and the button. */
function Choice(props: ChosenProps & { answer: Answer | undefined; guide: React.ReactNode }) {
  const { product, choice, answer, guide } = props;
  const { shade, sizes, size, what } = chosen(props);
  return (
    <>
      <ChoiceFields
        shades={product.shades}
        shade={shade}
        sizes={sizes}
        size={size?.size}
        quantity={choice.quantite}
        errors={answer?.errors ?? {}}
        guide={guide}
      />
      <p className="mt-4" aria-live="polite">
        {size ? (
          // What is written here must be true whatever is chosen next without scripts: it says of which size it speaks.
          <>
            {what}&nbsp;: <strong className={size.stock <= 3 ? "text-accent" : ""}>{stockLine(size.stock)}</strong>
          </>
        ) : sizes.some(({ stock }) => stock > 0) ? (
          "Choisissez une pointure"
        ) : (
          "Aucune pointure disponible pour le moment"
        )}
      </p>
      <div className="sticky bottom-0 -mx-4 mt-2 border-t bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
        <SubmitButton name="intent" value="ajouter" className="button-primary w-full">
          Ajouter au panier
        </SubmitButton>
      </div>
    </>
  );
}

/** The order form for this one product (decision 3). */
function Order(props: ChosenProps & { delivery: DeliveryView }) {
  const { product, delivery } = props;
  const { what, pairs } = chosen(props);
  const isFollowed = useHydrated();
  return (
    <section className="panel -mx-4 md:col-start-1 md:mx-0 md:p-8" aria-labelledby="commander">
      <ServerRendered id="direct">
        {import.meta.env.SSR && (
          <>
            <h2 id="commander" className="text-xl">
              Commander en direct
            </h2>
            <p className="mt-2 text-muted">
              Sans panier ni compte{"\u00a0"}: remplissez ce formulaire, nous vous appelons dans les 24h pour confirmer.
            </p>
          </>
        )}
      </ServerRendered>
      <input type="hidden" name="paires" value={pairs} />
      <DeliveryFields view={delivery} pairs={pairs} amount={pairs * product.price} />
      <p className="mt-4 min-h-[3.2rem]">
        {isFollowed && (
          <>
            Vous commandez{"\u00a0"}: {product.name}, {what || "pointure à choisir"}, {pairs}{" "}
            {pairs > 1 ? "paires" : "paire"}.
          </>
        )}
      </p>
      <ServerRendered id="conditions">
        {import.meta.env.SSR && (
          <p className="hint">
            En commandant, vous acceptez nos{" "}
            <a className="link" href="/terms">
              conditions générales de vente
            </a>
            .
          </p>
        )}
      </ServerRendered>
      <div className="mt-4">
        <SubmitButton name="intent" value="commander" className="button-primary w-full">
          Commander maintenant
        </SubmitButton>
      </div>
    </section>
  );
}

/** Sections 2 and 9, decisions 5 and 20. */
const notices = [
  ["Livraison dans les 58 wilayas", DELIVERY_DELAY],
  ["Paiement à la livraison"],
  ["Retours acceptés sous 30 jours, gratuits les 7 premiers jours"],
  ["Nous vous appelons dans les 24h", "pour confirmer votre commande"],
];

function Notices() {
  return (
    <>
      <p>
        <a className="button w-full" href="#commander">
          Commander en direct, sans panier
        </a>
      </p>
      <ul className="mt-6 text-muted">
        {notices.map(([notice, more]) => (
          <li key={notice} className="border-t py-2">
            {notice}
            {more && <span className="block text-sm">{more}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

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
