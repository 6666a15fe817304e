import type { ReactNode } from "react";
import { CallOrWrite } from "~/components/ui/contact-links";
import { type OrderStatus, orderPage } from "~/domain/order";

export const tooLateTitle = (what: "annuler" | "modifier", number: string) =>
  `Il est trop tard pour ${what} la commande n° ${number}`;

/** The page of an order that the shop has confirmed: only the shop can change it now. */
export function TooLate(props: {
  what: "annuler" | "modifier";
  number: string;
  status: OrderStatus;
  shopPhone: string | undefined;
  children?: ReactNode;
}) {
  const { what, number, status, shopPhone, children } = props;
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{tooLateTitle(what, number)}</h1>
      <p className="mt-4">
        Votre commande est déjà {states[status]}
        &nbsp;: <CallOrWrite phone={shopPhone} about={`ma commande n° ${number}`} />.
        {status === "confirmed" &&
          ` Tant que le colis n'est pas parti, nous pouvons encore ${what === "annuler" ? "l'annuler" : "la modifier"}.`}
        {status === "shipped" && " Vous pouvez aussi refuser le colis quand il arrive."}
      </p>
      {children}
      <p className="mt-6">
        <a className="button" href={orderPage(number)}>
          Retour à la commande
        </a>
      </p>
    </div>
  );
}

const states: Record<OrderStatus, string> = {
  // Never shown: a pending order can be changed.
  pending: "enregistrée",
  confirmed: "confirmée",
  shipped: "partie",
  delivered: "livrée",
  returned: "retournée",
  cancelled: "annulée",
};
