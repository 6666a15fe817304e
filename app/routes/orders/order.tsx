import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/components/ui/meta";
import { DELIVERY_DELAY } from "~/domain/delivery";
import { formatDinars } from "~/domain/money";
import { type OrderStatus, statusLabels } from "~/domain/order";
import { formatPhone, maskPhone } from "~/domain/phone";
import { Lines } from "~/routes/checkout/lines";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: true };

const NOT_FOUND = "Commande non trouvée";

/** As an Algerian calendar and clock show it; written on the server, because browsers differ in their words. */
const moment = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Algiers" });

/** For the visitor who placed the order or was let in by number and phone; for everybody else there is none (S-6). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { number = "" } = params;
  const order = await (await getShop()).orders.read(number, await visitorOf(request));
  if (!order) return data({ order: null }, { status: 404 });
  if (order.number !== number) throw redirect(`/commande/${order.number}`);
  const { lines, subtotal, fees, total, status, recipient } = order;
  return data({
    order: {
      number: order.number,
      status,
      placedAt: moment.format(order.createdAt),
      lines,
      subtotal,
      fee: fees.totalFee,
      total,
      name: `${recipient.firstName} ${recipient.lastName}`,
      phone: maskPhone(recipient.phone),
      address: recipient.address,
      commune: recipient.communeName,
      wilaya: recipient.wilayaName,
      desk: recipient.stopDeskName && [recipient.stopDeskName, recipient.stopDeskAddress].filter(Boolean).join(", "),
      notes: recipient.notes,
      shopPhone: { href: `tel:+213${settings.shopPhone.slice(1)}`, text: formatPhone(settings.shopPhone) },
    },
  });
}

/** "Commande n° K7MQ-4TXP confirmée": what the page is, in title and heading. */
function outcome(status: OrderStatus): string {
  return status === "cancelled" ? "annulée" : status === "returned" ? "retournée" : "confirmée";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const order = data?.order;
  const title = order ? `Commande n° ${order.number} ${outcome(order.status)}` : NOT_FOUND;
  return pageMeta({ title, description: title, noIndex: true });
};

export default function OrderPage() {
  const { order } = useLoaderData<typeof loader>();
  if (!order) return <NotFound />;
  const isUnderWay = order.status !== "cancelled" && order.status !== "returned";
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">
        Commande n° <span className="whitespace-nowrap">{order.number}</span> {outcome(order.status)}
      </h1>
      {isUnderWay && <p className="mt-2 text-lg">Merci pour votre commande.</p>}
      <dl className="rows mt-4">
        <div>
          <dt>Statut</dt>
          <dd className="font-semibold">{statusLabels[order.status]}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{order.placedAt}</dd>
        </div>
      </dl>

      {isUnderWay && (
        <section className="panel mt-6">
          <h2 className="text-xl">{order.status === "delivered" ? "Votre commande est livrée" : "Et maintenant"}</h2>
          {order.status === "delivered" ? (
            <p className="mt-2">Retours acceptés sous 30 jours, gratuits les 7 premiers jours.</p>
          ) : (
            <ol className="mt-2 list-decimal space-y-2 ps-5">
              {order.status === "pending" && <li>Nous vous appelons dans les 24&nbsp;h pour confirmer.</li>}
              <li>
                {order.desk ? "Le colis vous attend au point relais" : "Le livreur vous apporte le colis"}&nbsp;:{" "}
                {DELIVERY_DELAY.toLowerCase()}.
              </li>
              <li>
                Préparez <strong className="whitespace-nowrap">{formatDinars(order.total)}</strong> en espèces, à payer
                à la livraison.
              </li>
            </ol>
          )}
          <p className="mt-3">
            Une question&#8239;? Appelez-nous au{" "}
            <a className="link inline-block py-1" href={order.shopPhone.href}>
              {order.shopPhone.text}
            </a>
            .
          </p>
        </section>
      )}

      <section className="mt-6 border-t pt-4">
        <h2 className="text-xl">Articles</h2>
        <Lines lines={order.lines} />
        <dl className="rows border-t pt-3">
          <div>
            <dt>Sous-total</dt>
            <dd>{formatDinars(order.subtotal)}</dd>
          </div>
          <div>
            <dt>Livraison</dt>
            <dd>{formatDinars(order.fee)}</dd>
          </div>
          <div className="font-semibold">
            <dt>À payer à la livraison</dt>
            <dd>{formatDinars(order.total)}</dd>
          </div>
        </dl>
      </section>

      <section className="mt-6 border-t pt-4">
        <h2 className="text-xl">Livraison</h2>
        <p className="mt-2">
          {order.name}
          <br />
          {order.phone}
        </p>
        <p className="mt-2">{order.desk ? "Au point relais" : "À domicile"}</p>
        {order.desk && <p>{order.desk}</p>}
        {!order.desk && <p className="whitespace-pre-line break-words">{order.address}</p>}
        <p>
          {order.commune} ({order.wilaya})
        </p>
        {order.desk && order.address && (
          <p className="mt-2 whitespace-pre-line break-words">Votre adresse&nbsp;: {order.address}</p>
        )}
        {order.notes && <p className="mt-2 whitespace-pre-line break-words">Remarque&nbsp;: {order.notes}</p>}
      </section>

      <p className="hint mt-6">
        Notez ce numéro&nbsp;: avec lui et votre téléphone, vous retrouvez cette page depuis{" "}
        <a className="link" href="/suivi">
          Suivre ma commande
        </a>
        .
      </p>
    </div>
  );
}

function NotFound() {
  return (
    <div className="page max-w-prose py-16">
      <h1 className="text-2xl">{NOT_FOUND}</h1>
      <p className="mt-4">
        Cette commande n'existe pas, ou elle a été passée depuis un autre appareil. Avec son numéro et votre téléphone,
        vous la retrouvez ici&nbsp;:
      </p>
      <p className="mt-4">
        <a className="button" href="/suivi">
          Suivre ma commande
        </a>
      </p>
    </div>
  );
}
