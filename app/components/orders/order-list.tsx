import { ProductPicture } from "~/components/ui/product-picture";
import { articles } from "~/domain/order/cart";
import { accountOrderPage, statusLabels } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import { plural } from "~/domain/values/plural";
import type { OrderCard } from "./listed-order";

/** Orders, each with its first pictures (section 2, Account). */
export function OrderList(props: {
  /** Each with the address where it can be reviewed, if it can. */
  orders: readonly (OrderCard & { review?: string | undefined })[];
  heading?: "h2" | "h3";
}) {
  const { orders, heading: Heading = "h2" } = props;
  return (
    <ul className="mt-4 divide-y border-y">
      {orders.map(({ number, placedAt, total, status, count, pictures, more, review }) => {
        // A space in aria-describedby would separate two ids.
        const id = `commande-${encodeURIComponent(number)}`;
        return (
          <li key={number} className="grid gap-4 py-5 sm:grid-cols-[1fr_auto]">
            <div>
              <Heading id={id} className="text-lg">
                Commande <span className="inline-block">n°&nbsp;{number}</span>
              </Heading>
              <p className="text-sm text-muted">
                {placedAt} · {articles(count)}
              </p>
              <p className="mt-1">
                <span className="font-semibold">{statusLabels[status]}</span> · {formatDinars(total)}
              </p>
              <p className="mt-2 flex flex-wrap gap-x-6">
                <a className="link inline-block py-1" href={accountOrderPage(number)} aria-describedby={id}>
                  Voir les détails
                </a>
                {review && (
                  <a className="link inline-block py-1" href={review} aria-describedby={id}>
                    Donner mon avis
                  </a>
                )}
              </p>
            </div>
            {pictures.length > 0 && (
              <p className="flex items-center gap-2">
                {pictures.map((picture) => (
                  <span key={picture.src} className="plate block w-20">
                    <ProductPicture picture={picture} sizes="80px" upTo={400} />
                  </span>
                ))}
                {more > 0 && (
                  <span className="text-muted">
                    +{more}
                    <span className="sr-only"> {plural(more, "autre modèle", "autres modèles")}</span>
                  </span>
                )}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
