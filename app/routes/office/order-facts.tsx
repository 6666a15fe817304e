import { OrderLines } from "~/components/cart/order-lines";
import { Facts } from "~/components/office/facts";
import { PhoneLink } from "~/components/ui/phone-link";
import { Section } from "~/components/ui/section";
import { PersonName } from "~/components/ui/typed-text";
import type { OfficeOrderView } from "./order-view";
import type { ShownOfficeOrder } from "./shown-order";

/** As it was typed, in its own direction. */
export const asTyped = (text: string | undefined) =>
  text && <bdi className="whitespace-pre-line break-words">{text}</bdi>;

/** Also of a call's order. */
export const whereTo = (order: ShownOfficeOrder) => [
  { label: "Wilaya", value: order.wilaya },
  { label: "Commune", value: order.commune },
  { label: "Livraison", value: order.delivery },
  { label: "Point relais", value: asTyped(order.pickupPoint) },
  { label: "Adresse", value: asTyped(order.address) },
  { label: "Remarque", value: asTyped(order.notes) },
];

/** Also of a call's order. */
export const costs = ({ reward, fee, total, isOwed }: ShownOfficeOrder) => [
  { label: "Fidélité", value: reward && `−${reward}` },
  { label: "Livraison", value: fee },
  { label: isOwed ? "À encaisser" : "Total", value: <strong className="tabular-nums">{total}</strong> },
];

/** Who ordered what, and where it goes. */
export function OrderFacts({ order }: { order: OfficeOrderView }) {
  const { parcel } = order;
  return (
    <div>
      <Section title="Client" id="client">
        <div className="mt-2">
          {order.isForgotten && <p className="mb-2">Cette personne a demandé l'oubli de ses données.</p>}
          <Facts
            of={[
              { label: "Nom", value: order.name && <PersonName>{order.name}</PersonName> },
              { label: "Téléphone", value: order.phone && <PhoneLink phone={order.phone} /> },
              ...whereTo(order),
              { label: "Passée le", value: order.placed },
              { label: "Canal", value: order.channel },
              { label: "Provenance", value: asTyped(order.provenance) },
              { label: "À appeler le", value: order.due },
              { label: "Motif", value: order.lapsed },
            ]}
          />
        </div>
      </Section>
      <Section title={order.articles} id="articles" className="mt-6 border-t pt-4">
        {order.missing.length > 0 && (
          <div className="mt-2 border-s-4 border-error ps-4">
            <p className="font-semibold">Stock insuffisant&nbsp;:</p>
            <ul>
              {order.missing.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
        <OrderLines lines={order.lines} />
        <Facts of={[{ label: "Articles", value: order.subtotal }, ...costs(order)]} />
      </Section>
      {parcel && (
        <Section title="Colis" id="colis" className="mt-6 border-t pt-4">
          <div className="mt-2">
            <Facts
              of={[
                { label: "État", value: parcel.state },
                { label: "Motif", value: asTyped(parcel.failure) },
                { label: "Suivi", value: parcel.tracking },
                {
                  label: "Étiquette",
                  value: parcel.label && (
                    <a className="link inline-block py-1" href={parcel.label} target="_blank" rel="noreferrer">
                      Ouvrir l'étiquette<span className="sr-only"> (nouvel onglet)</span>
                    </a>
                  ),
                },
              ]}
            />
          </div>
        </Section>
      )}
    </div>
  );
}
