import { LineLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";

/** Names an order of the last hour to a shopper whom its answer may not have reached. */
export function LatestOrderPanel({ order }: { order: { number: string; page: string } | undefined }) {
  if (!order) return null;
  return (
    <Section title="Votre dernière commande est bien reçue" id="derniere" className="panel mt-6">
      <p className="mt-2">
        <LineLink href={order.page}>Voir la commande n°&nbsp;{order.number}</LineLink>
      </p>
    </Section>
  );
}
