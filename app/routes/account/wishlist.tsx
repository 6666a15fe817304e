import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerWish } from "~/routes/wishlist/answer-wish.server";
import { loadItems } from "~/routes/wishlist/load-items.server";
import { useWishlist, WishlistItems, WishlistProblem, wishlistMeta } from "~/routes/wishlist/wishlist-items";
import { requireAccount } from "~/session/visitor.server";
import { AccountFrame } from "./frame";

/** The list of who is signed in; /wishlist leads here. */

const OWN = "/account/wishlist";

export const handle = { private: true };

export async function loader({ request }: LoaderFunctionArgs) {
  return loadItems((await requireAccount(request)).id);
}

export async function action(args: ActionFunctionArgs) {
  await requireAccount(args.request);
  return answerWish(args, OWN);
}

export const meta = wishlistMeta;

export default function AccountWishlist() {
  const wishlist = useWishlist();
  return (
    <>
      <WishlistProblem {...wishlist} />
      <AccountFrame current={OWN}>
        <WishlistItems {...wishlist} own={OWN} isBeside />
      </AccountFrame>
    </>
  );
}
