import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { ProductGrid } from "~/components/catalogue/product-grid";
import { DeliveryFields } from "~/components/forms/delivery-fields";
import { ErrorSummary } from "~/components/forms/error-summary";
import { DefaultSubmit, SubmitButton } from "~/components/forms/submit-button";
import { useHydrated } from "~/components/forms/use-hydrated";
import { pageMeta } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { Price } from "~/components/ui/price";
import type { Product } from "~/domain/catalogue";
import { preselectedColor, preselectedSize, sizesOf, stockLine } from "~/domain/choice";
import { DELIVERY_DELAY } from "~/domain/delivery";
import type { DeliveryView } from "~/domain/delivery-view";
import { discountPercent } from "~/domain/money";
import type { loader as rootLoader } from "~/root";
import { emptyDelivery } from "~/routes/checkout/direct-order.server";
import { isRefused } from "~/server/refusal.server";
import { getShop } from "~/shop/shop.server";
import { type Answer, answerForm, findProduct } from "./answer-form.server";
import { ChoiceFields, type Shade } from "./choice-fields";
import { Gallery } from "./gallery";
import { topicOf } from "./topic.server";
import { type ChoiceValues, pairsOf, useChoice } from "./use-choice";

/** Stock is told up to here: more would only make the page differ from one sale to the next. */
const ENOUGH = 10;
const SIMILAR = 4;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const product = await findProduct(params.id);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("couleur") ?? undefined;
  const color = preselectedColor(product, asked)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color), Number(searchParams.get("pointure")));
  const { catalogue } = await getShop();
  const [similar, delivery] = await Promise.all([
    catalogue.similar(product.id, SIMILAR),
    emptyDelivery({ pairs: 1, amount: product.price }),
  ]);
  return pack({
    product: pageView(product),
    choice: { couleur: color, pointure: size === undefined ? "" : String(size), quantite: "1" } satisfies ChoiceValues,
    /** Named in the title when the address asks for it. */
    askedColor: product.colors.find(({ slug }) => slug === asked)?.name,
    delivery,
    similar,
    isRefused: isRefused(context),
    topic: topicOf(context),
  });
}

/** What the page shows of a product, and no more: the browser gets this twice, as a page and as data. */
function pageView(product: Product) {
  const { slug, name, sku, price, oldPrice, soldOut, pictures } = product;
  const { description, care, features, specifications, rating, reviewCount } = product;
  const shades: Shade[] = product.colors.map((color) => ({
    ...color,
    sizes: sizesOf(product, color.slug).map(({ size, stock }) => ({ size, stock: Math.min(stock, ENOUGH) })),
  }));
  const facts = { description, care, features, specifications, rating, reviewCount };
  return { slug, name, sku, price, oldPrice, soldOut, pictures, shades, ...facts };
}

type ProductView = ReturnType<typeof pageView>;

export const action = (args: ActionFunctionArgs) => answerForm(args);

export default function ProductPage() {
  const packed = useLoaderData<typeof loader>();
  const { product, similar, ...shown } = useMemo(() => unpack(packed), [packed]);
  const answer = useActionData<typeof action>();
  const percent = discountPercent(product.price, product.oldPrice);
  const form = useRef<HTMLFormElement>(null);
  const [choice, readChoice] = useChoice(form, answer?.choice ?? shown.choice);
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
      <div className="page grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:py-8">
        <Gallery pictures={product.pictures} color={choice.couleur || shown.choice.couleur} />
        <div className="md:row-span-2">
          <h1 className="text-2xl">{product.name}</h1>
          <p className="mt-1 text-lg">
            <Price price={product.price} oldPrice={product.oldPrice} />
            {percent > 0 && <span className="ms-3 bg-accent px-2 py-1 text-sm text-on-accent">-{percent}%</span>}
          </p>
          {product.reviewCount > 0 && (
            <p className="hint">
              {String(product.rating).replace(".", ",")} sur 5 ({product.reviewCount} avis)
            </p>
          )}
          {product.soldOut ? (
            <p className="panel mt-6">Aucune pointure disponible pour le moment</p>
          ) : (
            <form ref={form} method="post" action={`/product/${product.slug}`} noValidate onChange={readChoice}>
              <DefaultSubmit value="defaut" />
              <input type="hidden" name="prix" value={product.price} />
              <Choice
                product={product}
                answer={answer}
                choice={choice}
                preselected={shown.choice.couleur}
                delivery={answer?.delivery ?? shown.delivery}
              />
            </form>
          )}
          <p className="hint mt-6">Référence : {product.sku}</p>
        </div>
        <Details product={product} />
      </div>
      {similar.length > 0 && (
        <section className="page mt-16" aria-labelledby="similaires">
          <h2 id="similaires" className="text-2xl">
            Produits similaires
          </h2>
          <div className="mt-6">
            <ProductGrid products={similar} />
          </div>
        </section>
      )}
    </>
  );
}

/** Everything inside the form: the choice and its button, then the order form for this one product. */
function Choice(props: {
  product: ProductView;
  choice: ChoiceValues;
  /** The colour whose sizes are offered while none is chosen. */
  preselected: string;
  delivery: DeliveryView;
  answer: Answer | undefined;
}) {
  const { product, choice, answer } = props;
  const shade = product.shades.find(({ slug }) => slug === (choice.couleur || props.preselected));
  const size = shade?.sizes.find((option) => String(option.size) === choice.pointure && option.stock > 0);
  const pairs = pairsOf(choice.quantite);
  // What is written here must be true whatever is chosen next without scripts: it says of which size it speaks.
  const what = [shade?.name, size && `pointure ${size.size}`].filter(Boolean).join(", ");
  const isFollowed = useHydrated();
  return (
    <>
      <div>
        <ChoiceFields
          shades={product.shades}
          shade={shade}
          size={size?.size}
          quantity={choice.quantite}
          errors={answer?.errors ?? {}}
        />
        <p className="mt-4" aria-live="polite">
          {size ? (
            <>
              {what}&nbsp;: <strong className={size.stock <= 3 ? "text-accent" : ""}>{stockLine(size.stock)}</strong>
            </>
          ) : (
            "Choisissez une pointure"
          )}
        </p>
        <div className="sticky bottom-0 -mx-4 mt-2 border-t bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
          <SubmitButton name="intent" value="ajouter" className="button-primary w-full">
            Ajouter au panier
          </SubmitButton>
        </div>
      </div>
      <Notices />
      <section className="mt-10 border-t pt-8" aria-labelledby="commander">
        <h2 id="commander" className="text-xl">
          Commander en direct
        </h2>
        <p className="mt-2 text-muted">
          Sans panier ni compte{"\u00a0"}: remplissez ce formulaire, nous vous appelons dans les 24h pour confirmer.
        </p>
        <input type="hidden" name="paires" value={pairs} />
        <DeliveryFields view={props.delivery} pairs={pairs} amount={pairs * product.price} />
        <p className="mt-4 min-h-[3.2rem]">
          {isFollowed && (
            <>
              Vous commandez{"\u00a0"}: {product.name}, {what || "pointure à choisir"}, {pairs}{" "}
              {pairs > 1 ? "paires" : "paire"}.
            </>
          )}
        </p>
        <p className="hint">
          En commandant, vous acceptez nos{" "}
          <a className="link" href="/terms">
            conditions générales de vente
          </a>
          .
        </p>
        <div className="mt-4">
          <SubmitButton name="intent" value="commander" className="button-primary w-full">
            Commander maintenant
          </SubmitButton>
        </div>
      </section>
    </>
  );
}

const notices = [
  `Livraison partout en Algérie\u00a0: ${DELIVERY_DELAY}`,
  "Paiement à la livraison",
  "Retours acceptés sous 30 jours, gratuits les 7 premiers jours",
  "Nous vous appelons dans les 24h pour confirmer",
];

function Notices() {
  return (
    <ul className="mt-4 text-muted">
      {notices.map((notice) => (
        <li key={notice} className="border-t py-2">
          {notice}
        </li>
      ))}
    </ul>
  );
}

function Details({ product }: { product: ProductView }) {
  const { description, features, specifications, care } = product;
  return (
    <div className="prose">
      {description && (
        <>
          <h2>Description</h2>
          <p className="whitespace-pre-line">{description}</p>
        </>
      )}
      {features.length > 0 && (
        <ul>
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {specifications.length > 0 && (
        <>
          <h2>Spécifications</h2>
          <dl className="rows">
            {specifications.map(({ name, value }) => (
              <div key={name} className="border-b">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {care && (
        <>
          <h2>Entretien</h2>
          <p className="whitespace-pre-line">{care}</p>
        </>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader, { root: typeof rootLoader }> = ({ data: packed, matches }) => {
  if (!packed) return [{ title: "Produit non trouvé – Wahrane" }];
  const page = unpack(packed);
  const { product, topic, askedColor } = page;
  const root = matches.find(({ id }) => id === "root")?.data;
  const name = [product.name, askedColor].filter(Boolean).join(", ");
  return pageMeta({
    title: [page.isRefused ? undefined : (topic ?? root?.flash?.message), name].filter(Boolean).join(" – "),
    description: product.description || `${product.name}, livraison dans les 58 wilayas, paiement à la livraison.`,
    canonical: { siteUrl: root?.siteUrl, path: `/product/${product.slug}` },
    isRefused: page.isRefused,
  });
};
