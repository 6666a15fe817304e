import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SeenProducts } from "~/components/catalogue/product-row";
import { EndedSession } from "~/components/ui/ended-session";
import { currentRequest } from "~/request-context.server";
import { accountOf, guestOf } from "~/session/visitor.server";
import { hasEndedSession } from "~/use-cases/ended-session.server";
import { seenProducts } from "~/use-cases/seen-products.server";
import { answerWish } from "./answer-wish.server";
import { loadItems } from "./load-items.server";
import { useWishlist, WishlistItems, WishlistProblem, wishlistMeta } from "./wishlist-items";

/** Section 2, Wishlist: a guest's. An account's list is among the pages of the account. */
export async function loader({ request }: LoaderFunctionArgs) {
  const account = await accountOf(request);
  // A refused form is shown again on the page that it was on.
  if (account && !currentRequest()?.isRefused) throw redirect("/account/wishlist", 303);
  const list = await loadItems(account?.id ?? (await guestOf(request)));
  const listed = list.items.map(({ id }) => id);
  const isLost = listed.length === 0 && (await hasEndedSession(request));
  return { ...list, isLost, seen: await seenProducts(request, listed) };
}

export const action = (args: ActionFunctionArgs) => answerWish(args);

export const meta = wishlistMeta;

export default function WishlistPage() {
  const wishlist = useWishlist();
  const { seen, isLost } = useLoaderData<typeof loader>();
  return (
    <>
      <WishlistProblem {...wishlist} />
      <div className="page py-8">
        {isLost && <EndedSession what="la liste de souhaits" back="/wishlist" />}
        <WishlistItems {...wishlist} own="/wishlist" />
      </div>
      <SeenProducts products={seen} />
    </>
  );
}
