import type { ComponentProps, ReactNode } from "react";
import { FormPage } from "~/components/forms/form-page";
import { CallOrWrite } from "~/components/ui/contact-links";
import { ButtonLink } from "~/components/ui/links";
import { type OrderStatus, orderPage, statusLabels } from "~/domain/order/order";

export const NOT_FOUND = "Commande non trouvée";

/** The same for an unknown order and for somebody else's: nobody learns which. */
export function NotFound() {
  return (
    <div className="page max-w-prose py-16">
      <h1 className="text-2xl">{NOT_FOUND}</h1>
      <p className="mt-4">
        Cette commande n'existe pas, ou elle a été passée depuis un autre appareil. Avec son numéro et votre téléphone,
        vous la retrouvez ici&nbsp;:
      </p>
      <p className="mt-4">
        <ButtonLink href="/suivi">Suivre ma commande</ButtonLink>
      </p>
    </div>
  );
}

/** A pending order is not too late, but on an API that lets nobody change it. */
export const tooLateTitle = (
  what: "annuler" | "modifier",
  { number, status }: { number: string; status: OrderStatus },
) =>
  status === "pending"
    ? `Pour ${what} la commande n°\u00a0${number}`
    : `Il est trop tard pour ${what} la commande n°\u00a0${number}`;

/** The page of an order that only the shop can change: by its status, or on such an API. */
export function TooLate(props: {
  what: "annuler" | "modifier";
  order: { number: string; status: OrderStatus };
  refused: ComponentProps<typeof FormPage>["refused"];
  children?: ReactNode;
}) {
  const { what, order, refused, children } = props;
  const { number, status } = order;
  return (
    <FormPage title={tooLateTitle(what, order)} refused={refused}>
      <p className="mt-4">
        {status === "pending"
          ? `Votre commande est enregistrée, et ce site ne peut pas ${what === "annuler" ? "l'annuler" : "la modifier"}`
          : `Votre commande est déjà ${status === "shipped" ? "partie" : statusLabels[status].toLowerCase()}`}
        &nbsp;: <CallOrWrite about={`ma commande n°\u00a0${number}`} />.
        {(status === "pending" || status === "confirmed") &&
          ` Tant que le colis n'est pas parti, nous pouvons encore ${what === "annuler" ? "l'annuler" : "la modifier"}.`}
        {status === "shipped" && " Vous pouvez aussi refuser le colis quand il arrive."}
      </p>
      {children}
      <p className="mt-6">
        <ButtonLink href={orderPage(number)}>Retour à la commande</ButtonLink>
      </p>
    </FormPage>
  );
}
