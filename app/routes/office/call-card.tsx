import { Link } from "@remix-run/react";
import { OrderLines } from "~/components/cart/order-lines";
import { Facts } from "~/components/office/facts";
import { Status } from "~/components/office/status";
import { WhatsAppLink } from "~/components/ui/contact-links";
import { statusLabels } from "~/domain/order/order";
import { formatPhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import type { CallView } from "./call-view";

export function WhoIsCalled({ call }: { call: CallView }) {
  const { phone, chat } = call;
  return (
    <section aria-labelledby="client">
      <h2 id="client" className="sr-only">
        Client
      </h2>
      {phone && (
        <ul className="flex flex-wrap items-center gap-3">
          <li>
            <a className="button-primary tabular-nums" href={`tel:+213${phone.slice(1)}`}>
              <span className="sr-only">Appeler&nbsp;le&nbsp;</span>
              {formatPhone(phone)}
            </a>
          </li>
          {chat && (
            <li>
              <WhatsAppLink number={phone} message={chat}>
                Écrire sur WhatsApp
              </WhatsAppLink>
            </li>
          )}
        </ul>
      )}
      <div className="mt-4">
        <Facts
          of={[
            { label: "Commande", value: <OrderLink {...call} /> },
            { label: "Passée le", value: call.placed },
            { label: "À appeler depuis le", value: call.due },
            { label: "Wilaya", value: call.wilaya },
            { label: "Commune", value: call.commune },
            { label: "Livraison", value: call.delivery },
            { label: "Point relais", value: call.pickupPoint },
            { label: "Adresse", value: call.address && <span className="break-words">{call.address}</span> },
            { label: "Remarque", value: call.notes && <span className="break-words">{call.notes}</span> },
          ]}
        />
      </div>
    </section>
  );
}

const OrderLink = ({ number, page }: { number: string; page: string }) => (
  <Link className="link" to={page}>
    {number}
  </Link>
);

export function WhatIsOrdered({ call }: { call: CallView }) {
  return (
    <section className="mt-6 border-t pt-4" aria-labelledby="articles">
      <h2 id="articles" className="text-xl">
        {counted(call.pairs, "paire")}
      </h2>
      <OrderLines lines={call.lines} />
      <Facts
        of={[
          { label: "Fidélité", value: call.reward && `−${call.reward}` },
          { label: "Livraison", value: call.fee },
          { label: "À encaisser", value: <strong className="tabular-nums">{call.total}</strong> },
        ]}
      />
    </section>
  );
}

/** The calls so far, and what else this person ordered. */
export function CallHistory({ call }: { call: CallView }) {
  const { calls, history, earlier, twins } = call;
  return (
    <>
      {twins.length > 0 && (
        <section className="mt-6 border-s-4 border-accent ps-4" aria-labelledby="doubles">
          <h2 id="doubles" className="text-xl">
            Peut-être un doublon
          </h2>
          <ul className="mt-2">
            {twins.map(({ isSamePhone, ...twin }) => (
              <li key={twin.number} className="mt-1">
                <OrderLink {...twin} />, {isSamePhone ? "même téléphone" : "même nom, même commune"}&nbsp;: {twin.words}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="mt-6" aria-labelledby="appels">
        <h2 id="appels" className="text-xl">
          Appels
        </h2>
        {calls.length === 0 && <p className="mt-2">Personne n'a encore appelé.</p>}
        <ol className="mt-2">
          {calls.map(({ id, at, name, outcome, note, callAt, isTakenBack }) => (
            <li key={id} className="mt-1 break-words">
              {at}, {name}&nbsp;: {isTakenBack ? <del>{outcome}</del> : outcome}
              {isTakenBack && " (repris)"}
              {callAt && !isTakenBack && `, à rappeler le ${callAt}`}
              {note && <span className="block text-muted">{note}</span>}
            </li>
          ))}
        </ol>
      </section>
      <section className="mt-6" aria-labelledby="avant">
        <h2 id="avant" className="text-xl">
          Ce téléphone avant
        </h2>
        {earlier.length === 0 && <p className="mt-2">C'est sa première commande.</p>}
        {history.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-2">
            {history.map(([status, count]) => (
              <li key={status}>
                <Status tone={status === "delivered" ? "good" : status === "returned" ? "bad" : "calm"}>
                  {count} {statusLabels[status].toLowerCase()}
                  {count > 1 && "s"}
                </Status>
              </li>
            ))}
          </ul>
        )}
        <ul className="mt-2">
          {earlier.map((other) => (
            <li key={other.number} className="mt-1">
              <OrderLink {...other} />, {other.words}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
