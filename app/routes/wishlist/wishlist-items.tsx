import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { CARD_WIDTHS } from "~/components/catalogue/product-card";
import { ProductName } from "~/components/catalogue/product-name";
import { ErrorSummary } from "~/components/forms/error-summary";
import { Field } from "~/components/forms/field";
import { useOwnAddress } from "~/components/forms/own-form";
import { RemoveForm } from "~/components/forms/remove-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import { EmptyState } from "~/components/ui/empty-state";
import { Price } from "~/components/ui/price";
import { ProductPicture } from "~/components/ui/product-picture";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import type { answerWish } from "./answer-wish.server";
import type { loadItems } from "./load-items.server";

/** The data of `loadItems` and `answerWish`. */
export function useWishlist() {
  const { items, offers } = useLoaderData<typeof loadItems>();
  const refused = useActionData<typeof answerWish>();
  return { items, offers, refused };
}

type Wishlist = ReturnType<typeof useWishlist>;

/** The error of a refused addition to the cart, with a link to the choice where there is one. */
export function WishlistProblem({ items, refused }: Wishlist) {
  if (!refused) return null;
  const { productId, message, intro } = refused;
  const hasChoice = items.some(({ id, soldOut }) => id === productId && !soldOut);
  return (
    <ErrorSummary
      within="page"
      problems={[{ message, ...(hasChoice ? { id: choiceId(productId) } : {}) }]}
      intro={intro}
    />
  );
}

/**
 * The saved products under their heading.
 * @param props.own address of the page, to which its forms post
 */
export function WishlistItems(props: Wishlist & { own: string; isBeside?: boolean }) {
  const { items, offers, refused, isBeside = false } = props;
  const own = useOwnAddress(props.own);
  return (
    <>
      <h1 className="text-2xl">
        Liste de souhaits{items.length > 0 && <span className="sr-only"> ({items.length})</span>}
      </h1>
      {items.length === 0 ? (
        <EmptyState
          title="Votre liste de souhaits est vide"
          text={"Gardez une paire avec le cœur de sa photo\u00a0: vous la retrouverez ici."}
        />
      ) : (
        <>
          <ul data-enhance="add" className={`mt-6 products ${isBeside ? "" : "products-whole"}`}>
            {items.map((item, index) => (
              <li key={item.id} className="flex min-w-0 flex-col">
                <WishlistCard
                  item={item}
                  own={own}
                  offers={offers?.[item.id]}
                  refused={refused?.productId === item.id ? refused : undefined}
                  isInSight={index < 4}
                />
              </li>
            ))}
          </ul>
          <form method="post" action={own} className="mt-10">
            <button type="submit" name="intent" value="vider" className="link min-h-target">
              Vider la liste
            </button>
          </form>
        </>
      )}
    </>
  );
}

/** `meta` of both pages. */
export const wishlistMeta: MetaFunction<(args: LoaderFunctionArgs) => ReturnType<typeof loadItems>> = ({
  data,
  matches,
}) => {
  return pageMeta(matches, {
    title: data?.items.length ? `Liste de souhaits (${data.items.length})` : "Liste de souhaits",
    description: "Votre liste de souhaits.",
  });
};

/** The choices of a product, and what they are called. */
type Offers = Awaited<ReturnType<typeof loadItems>>["offers"][string];

interface Props {
  item: ProductCard;
  /** Address of the list's page. */
  own: string;
  offers: Offers | undefined;
  refused: { chosen: string; message: string } | undefined;
  isInSight: boolean;
}

const choiceId = (productId: string) => `choix-${productId}`;

/** A saved product, with a form to put it into the cart unless it is sold out. */
function WishlistCard({ item, own, offers, refused, isInSight }: Props) {
  const { id, slug, price, oldPrice, soldOut, picture } = item;
  const href = `/product/${slug}`;
  const nameId = `produit-${id}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useAnchorContent: for the pointer only; the name is the same link */}
      <a href={href} tabIndex={-1} aria-hidden="true" className="plate block">
        <ProductPicture
          picture={picture}
          sizes={CARD_WIDTHS}
          upTo={800}
          loading={isInSight ? "eager" : "lazy"}
          isNamedBeside
        />
      </a>
      <h2 id={nameId} className="mt-2 font-sans">
        <a className="quiet block py-1" href={href}>
          <ProductName product={item} />
        </a>
      </h2>
      <p>
        <Price price={price} oldPrice={oldPrice} />
      </p>
      <div className="mt-auto pt-3">
        {soldOut || !offers ? (
          <>
            <p className="text-muted">Rupture de stock</p>
            <a className="button mt-2 w-full px-2" href={href} aria-describedby={nameId}>
              Voir le produit
            </a>
          </>
        ) : (
          <AddForm id={id} own={own} nameId={nameId} offers={offers} refused={refused} />
        )}
        <RemoveForm action={own} name="produit" value={id} describedBy={nameId} />
      </div>
    </>
  );
}

/** One list of colours and sizes, and the button that adds one pair. */
function AddForm(props: { id: string; nameId: string } & Pick<Props, "own" | "refused"> & { offers: Offers }) {
  const { id, own, nameId, offers, refused } = props;
  return (
    <form method="post" action={own} noValidate>
      <input type="hidden" name="produit" value={id} />
      <Field
        id={choiceId(id)}
        className=""
        label={<span className="text-sm">{offers.what}</span>}
        error={refused?.message}
        describedBy={nameId}
      >
        {(control) => (
          <select {...control} className="field px-2" name="variante" defaultValue={refused?.chosen} required>
            {offers.variants.length > 1 && <option value="">Choisir</option>}
            {offers.variants.map((offer) => (
              <option key={offer.id} value={offer.id}>
                {offer.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SubmitButton name="intent" value="panier" className="button mt-2 w-full px-2" describedBy={nameId}>
        Ajouter au panier
      </SubmitButton>
    </form>
  );
}
