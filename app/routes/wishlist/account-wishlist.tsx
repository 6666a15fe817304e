import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AccountFrame } from "~/components/layout/account-frame";
import { requireAccount } from "~/session/visitor.server";
import { answerWish } from "./answer-wish.server";
import { loadItems } from "./load-items.server";
import { useWishlist, WishlistItems, WishlistProblem, wishlistMeta } from "./wishlist-items";

/** The list of an account, to which /wishlist redirects. */
const OWN = "/account/wishlist";

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
