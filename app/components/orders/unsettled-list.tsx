import { LineLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { unsettledPage } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";

/** A visitor's orders of which an API has said nothing, above those that it has taken. */
export function UnsettledList({ orders }: { orders: readonly { reference: string; total: number }[] }) {
  if (orders.length === 0) return null;
  return (
    <Section
      title={orders.length > 1 ? "Nous vérifions ces commandes" : "Nous vérifions cette commande"}
      id="verifiees"
      className="panel mt-6"
    >
      <ul className="mt-2">
        {orders.map(({ reference, total }) => (
          <li key={reference}>
            <LineLink href={unsettledPage(reference)}>
              Référence {reference}, {formatDinars(total)}
            </LineLink>
          </li>
        ))}
      </ul>
      <p className="hint mt-2">
        Ne commandez pas de nouveau les mêmes articles&nbsp;:{" "}
        {orders.length > 1 ? "vos commandes sont peut-être enregistrées" : "votre commande est peut-être enregistrée"}.
      </p>
    </Section>
  );
}
