import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { EmptyState } from "~/components/ui/empty-state";
import { pageMeta } from "~/components/ui/meta";
import { pack, unpack } from "~/components/ui/packed";
import { isRefused } from "~/server/refusal.server";
import { visitorOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { answerWish } from "./answer-wish.server";
import { WishlistCard } from "./wishlist-card";

export const handle = { private: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const items = await (await getShop()).wishlist.read(await visitorOf(request));
  return pack({
    items: items.map(({ id, slug, name, price, oldPrice, soldOut, picture }) => ({
      id,
      slug,
      name,
      price,
      oldPrice,
      soldOut,
      picture,
    })),
    isRefused: isRefused(context),
  });
}

export const action = (args: ActionFunctionArgs) => answerWish(args);

export const meta: MetaFunction<typeof loader> = ({ data: packed }) => {
  const page = packed && unpack(packed);
  return pageMeta({
    title: page?.items.length ? `Liste de souhaits (${page.items.length})` : "Liste de souhaits",
    description: "Votre liste de souhaits.",
    isRefused: page?.isRefused ?? false,
    noIndex: true,
  });
};

export default function WishlistPage() {
  const { items } = unpack(useLoaderData<typeof loader>());
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <ErrorSummary problems={[refused]} />}
      <div className="page py-8">
        <h1 className="text-2xl">
          Liste de souhaits{items.length > 0 && <span className="sr-only"> ({items.length})</span>}
        </h1>
        {items.length === 0 ? (
          <EmptyState
            title="Votre liste de souhaits est vide"
            text={"Gardez une paire avec le bouton Favoris de sa page\u00a0: vous la retrouverez ici."}
          />
        ) : (
          <>
            <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4">
              {items.map((item, index) => (
                <li key={item.id} className="flex flex-col">
                  <WishlistCard item={item} isInSight={index < 4} />
                </li>
              ))}
            </ul>
            <form method="post" action="/wishlist" className="mt-10">
              <button type="submit" name="intent" value="vider" className="link min-h-target">
                Vider la liste
              </button>
            </form>
          </>
        )}
      </div>
    </>
  );
}
