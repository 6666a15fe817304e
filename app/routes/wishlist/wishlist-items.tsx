import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { pageMeta } from "~/components/layout/page-meta";
import { EmptyState } from "~/components/ui/empty-state";
import type { answerWish } from "./answer-wish.server";
import type { loadItems } from "./load-items.server";
import { choiceId, WishlistCard } from "./wishlist-card";

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
  const { items, offers, refused, own, isBeside = false } = props;
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
          <ul data-enhance="wishlist" className={`mt-6 products ${isBeside ? "" : "products-whole"}`}>
            {items.map((item, index) => (
              <li key={item.id} className="flex min-w-0 flex-col">
                <WishlistCard
                  item={item}
                  own={own}
                  offers={offers?.[item.id] ?? []}
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
