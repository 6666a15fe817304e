import { type Matches, pageMeta } from "~/components/layout/page-meta";
import type { OrderStatus } from "~/domain/order/order";
import { NOT_FOUND, tooLateTitle } from "./dead-ends";

/** What the pages that cancel and correct an order share. */

type What = "annuler" | "modifier";
type Listed = { number: string; status: OrderStatus };

const verbs = { annuler: "Annuler", modifier: "Modifier" };

export const isOpen = ({ status }: Pick<Listed, "status">) => status === "pending";

export function changeMeta(what: What) {
  return ({ data, matches }: { data: { order: Listed | null; isHere: boolean } | undefined; matches: Matches }) => {
    const order = data?.order;
    const isPossible = order && isOpen(order) && data.isHere;
    const title = !order
      ? NOT_FOUND
      : isPossible
        ? `${verbs[what]} la commande n°\u00a0${order.number}`
        : tooLateTitle(what, order);
    return pageMeta(matches, { title });
  };
}

export const ChangeTitle = ({ what, number }: { what: What; number: string }) => (
  <>
    {verbs[what]} la commande <span className="inline-block">n°&nbsp;{number}</span>
  </>
);
