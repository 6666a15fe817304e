import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FormState } from "~/components/forms/use-live-form";
import { useAfterPress } from "~/components/office/after-press";
import { useLeaveGuard } from "~/components/office/leave-guard";
import { Submit } from "~/components/office/submit";
import { type OrderAction, orderActions } from "~/domain/office/order-actions";
import { CancelFields, NoteField } from "./order-fields";
import type { OfficeOrderView } from "./order-view";

const isPress = (action: OrderAction): action is Exclude<OrderAction, "edit" | "cancelled" | "returned"> =>
  action !== "edit" && action !== "cancelled" && action !== "returned";

/** What the order's state allows this person. */
export function OrderForms({ order, refused }: { order: OfficeOrderView; refused: FormState | undefined }) {
  const { actions, version } = order;
  const presses = actions.filter(isPress);
  const afterPressClass = useAfterPress();
  const { key } = useLocation();
  return (
    <>
      <h2 className="text-xl">Actions</h2>
      {order.isUnannounced && actions.includes("shipped") && (
        <p className="mt-2 max-w-prose">
          Son colis n'est pas encore annoncé au livreur&nbsp;: si vous remettez la commande maintenant, la boutique ne
          l'annoncera plus. C'est pour un colis que vous postez vous-même.
        </p>
      )}
      {presses.length > 0 && (
        // Each answer is another form, whose buttons settle again.
        <Form key={key} method="post" className={`mt-3 flex flex-wrap gap-3${afterPressClass}`}>
          <input type="hidden" name="version" value={version} />
          {presses.map((action, index) => (
            <Submit
              key={action}
              name="intent"
              value={orderActions[action].value}
              className={index === 0 ? "button-primary" : "button"}
            >
              {orderActions[action].label}
            </Submit>
          ))}
        </Form>
      )}
      {actions.includes("cancelled") && (
        <Ending
          title="Annuler"
          action="cancelled"
          version={version}
          isOpen={Boolean(refused?.errors.motif ?? refused?.errors.precision)}
        >
          <CancelFields refused={refused} />
        </Ending>
      )}
      {actions.includes("returned") && (
        <Ending title="Colis revenu" action="returned" version={version}>
          <p className="hint">Ses paires reviennent au stock. Une commande retournée ne se reprend pas.</p>
        </Ending>
      )}
      {actions.length === 0 && <p className="mt-2">{order.nothingToDo}</p>}
    </>
  );
}

/** What ends an order for good: folded, away from what is pressed every day. */
function Ending(props: {
  title: string;
  action: "cancelled" | "returned";
  version: number;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const { title, action, version, isOpen, children } = props;
  const { value, label } = orderActions[action];
  return (
    <details className="mt-3" open={isOpen}>
      <summary className="link inline-block cursor-pointer py-2">{title}</summary>
      <Form method="post" className="panel">
        <input type="hidden" name="version" value={version} />
        {children}
        <p className="mt-4">
          <Submit name="intent" value={value} className="button">
            {label}
          </Submit>
        </p>
      </Form>
    </details>
  );
}

interface NoteProps {
  noteKey: string;
  refused: FormState | undefined;
}

/** The place for a note: what is typed stays, whatever else is pressed, until it is stored. */
export function NoteForm({ noteKey, refused }: NoteProps) {
  const { formData } = useNavigation();
  const isSent = useRef(false);
  const [key, setKey] = useState(noteKey);
  useEffect(() => {
    const wasSent = isSent.current && !formData;
    isSent.current = formData?.get("intent") === NOTE;
    if (wasSent && !refused) setKey(noteKey);
  }, [formData, refused, noteKey]);
  return <GuardedNote key={key} noteKey={key} refused={refused} />;
}

const NOTE = "noter";

function GuardedNote({ noteKey, refused }: NoteProps) {
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form);
  return (
    <Form method="post" className="mt-3" ref={form}>
      <input type="hidden" name="cle" value={noteKey} />
      <NoteField refused={refused} />
      <p className="mt-3">
        <Submit name="intent" value={NOTE} className="button">
          Ajouter la note
        </Submit>
      </p>
    </Form>
  );
}
