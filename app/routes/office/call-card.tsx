import { OrderLines } from "~/components/cart/order-lines";
import { useAfterPress } from "~/components/office/after-press";
import { Facts } from "~/components/office/facts";
import { Status } from "~/components/office/status";
import { WhatsAppLink } from "~/components/ui/contact-links";
import { Section } from "~/components/ui/section";
import { statusLabels } from "~/domain/order/order";
import { formatPhone } from "~/domain/values/phone";
import type { CallView } from "./call-view";
import { TakeBack } from "./last-call";
import { asTyped, costs, whereTo } from "./order-facts";
import { OrderLink } from "./order-link";

export function WhoIsCalled({ call }: { call: CallView }) {
  const { phone, chat } = call;
  return (
    <section>
      <h2 className="sr-only">Client</h2>
      {phone && (
        <ul className="flex flex-wrap items-center gap-3">
          <li>
            <a className="button-primary tabular-nums" href={`tel:+213${phone.slice(1)}`}>
              <span className="sr-only">Appeler&nbsp;le&nbsp;</span>
              <span>{formatPhone(phone)}</span>
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
      <HouseNotes call={call} />
      <div className="mt-4">
        <Facts
          of={[
            { label: "Commande", value: <OrderLink number={call.number} /> },
            { label: "Passée le", value: call.placed },
            { label: "À appeler depuis le", value: call.due },
            ...whereTo(call),
          ]}
        />
      </div>
    </section>
  );
}

/** What colleagues wrote of the order, beside the number: it may say when to call, or whether. */
function HouseNotes({ call: { houseNotes } }: { call: CallView }) {
  if (houseNotes.length === 0) return null;
  return (
    <ul className="mt-4 border-s-4 border-accent ps-4">
      {houseNotes.map(({ id, head, text }) => (
        <li key={id} className="mt-2 first:mt-0">
          <span className="block text-sm text-muted">{head}</span>
          {asTyped(text)}
        </li>
      ))}
    </ul>
  );
}

export function WhatIsOrdered({ call }: { call: CallView }) {
  return (
    <Section title={call.articles} className="mt-6 border-t pt-4">
      <OrderLines lines={call.lines} />
      <Facts of={costs(call)} />
    </Section>
  );
}

/** Before the buttons, since it decides which of them is pressed. */
export function Twins({ call: { twins } }: { call: CallView }) {
  if (twins.length === 0) return null;
  return (
    <Section title="Peut-être un doublon" className="mb-6 border-s-4 border-accent ps-4">
      <ul className="mt-2">
        {twins.map(({ number, isSamePhone, words, lines }) => (
          <li key={number} className="mt-1">
            <OrderLink number={number} />
            <span>{`, ${isSamePhone ? "même téléphone" : "même nom, même commune"}\u00a0: ${words}`}</span>
            <span className="block whitespace-pre-line">{lines}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * The calls so far, and what else this person ordered.
 * @param lastId of the call that the page offers to take back already
 */
export function CallHistory({ call, lastId }: { call: CallView; lastId: string | undefined }) {
  const { number, calls, history, earlier } = call;
  const afterPressClass = useAfterPress();
  return (
    <>
      <Section title="Appels" className="mt-6">
        {calls.length === 0 ? (
          <p className="mt-2">Aucun appel pour le moment.</p>
        ) : (
          <ol className={`mt-2${afterPressClass}`}>
            {calls.map(({ id, at, name, outcome, note, isTakenBack, mayBeTakenBack }) => (
              <li key={id} className="mt-1 break-words">
                <p>
                  {at}, {name}&nbsp;: {isTakenBack ? <del>{outcome}</del> : <span>{outcome}</span>}
                  {isTakenBack && <span> (annulé)</span>}
                </p>
                {note && (
                  <p dir="auto" className="text-muted">
                    {note}
                  </p>
                )}
                {mayBeTakenBack && id !== lastId && (
                  <div className="my-2">
                    <TakeBack call={{ id, number }} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title="Commandes précédentes de ce numéro" className="mt-6">
        {history.length === 0 && <p className="mt-2">C'est sa première commande.</p>}
        {history.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-2">
            {history.map(([status, count]) => (
              <li key={status}>
                <Status tone={status === "delivered" ? "good" : status === "returned" ? "bad" : "calm"}>
                  {`${count} ${statusLabels[status].toLowerCase()}${count > 1 && status !== "pending" ? "s" : ""}`}
                </Status>
              </li>
            ))}
          </ul>
        )}
        {earlier.length > 0 && (
          <ul className="mt-2">
            {earlier.map(({ number, words }) => (
              <li key={number} className="mt-1">
                <OrderLink number={number} />
                <span>{`, ${words}`}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
