import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { visitorOf } from "~/session/visitor.server";
import { answerWish } from "./answer-wish.server";
import { loadItems } from "./load-items.server";
import { useWishlist, WishlistItems, WishlistProblem, wishlistMeta } from "./wishlist-items";

/** Section 2, Wishlist. */

export const handle = { private: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadItems(await visitorOf(request), context);
}

export const action = (args: ActionFunctionArgs) => answerWish(args);

export const meta = wishlistMeta;

export default function WishlistPage() {
  const wishlist = useWishlist();
  return (
    <>
      <WishlistProblem {...wishlist} />
      <div className="page py-8">
        <WishlistItems {...wishlist} own="/wishlist" />
      </div>
    </>
  );
}
