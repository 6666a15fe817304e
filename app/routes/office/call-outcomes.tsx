import { Form } from "@remix-run/react";
import { useRef } from "react";
import { DefaultSubmit } from "~/components/forms/submit-button";
import { isSettling, useAfterPress } from "~/components/office/after-press";
import { fieldOf, TextField } from "~/components/office/fields";
import { InTwoPresses } from "~/components/office/in-two-presses";
import { useLeaveGuard } from "~/components/office/leave-guard";
import { useShortcuts } from "~/components/office/shortcuts";
import { Submit } from "~/components/office/submit";
import { type CallOutcome, callOutcomes, outcomeLabel, outcomeRule, outcomeValue } from "~/domain/office/call";
import { counted } from "~/domain/values/plural";
import type { FormView } from "~/forms/parse-form.server";
import type { CallView } from "./call-view";

const FORM = "appel";
const asking = callOutcomes.filter((outcome) => outcomeRule(outcome).asksWhen);
const plain = callOutcomes.filter((outcome) => !outcomeRule(outcome).asksWhen);

/** What came of the call: each outcome is one press, with a note if there is one. */
export function Outcomes(props: {
  call: CallView;
  formKey: string;
  /** "2026-11-26" in Algeria. */
  today: string;
  refused: FormView<"reponse" | "jour" | "heure" | "texte"> | undefined;
}) {
  const { call, formKey, today, refused } = props;
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form);
  const afterPressClass = useAfterPress();
  const press = (outcome: CallOutcome) => {
    if (isSettling(form.current)) return;
    const day = form.current?.querySelector<HTMLInputElement>("[name=heure]");
    if (outcomeRule(outcome).asksWhen && day?.value === "") return day.focus();
    form.current?.querySelector<HTMLButtonElement>(`#${idOf(outcome)}`)?.click();
  };
  useShortcuts(
    callOutcomes.slice(0, 9).map((outcome, index) => ({
      key: String(index + 1),
      label: outcomeLabel(outcome),
      press: () => press(outcome),
    })),
  );
  return (
    <Form method="post" ref={form} id={FORM} noValidate className={`panel${afterPressClass}`}>
      <input type="hidden" name="cle" value={formKey} />
      <input type="hidden" name="version" value={call.version} />
      {/* Enter in day or hour agrees on a call, and decides nothing. */}
      <DefaultSubmit name="reponse" value={outcomeValue("later")} />
      <h2 className="text-xl">Qu'a donné l'appel&nbsp;?</h2>
      <Warnings call={call} />
      <TextField
        field={fieldOf(FORM, "texte", refused)}
        label="Note"
        hint="Facultative, gardée avec l'appel que vous notez."
        rows={2}
      />
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        {plain.map((outcome) => (
          <li key={outcome}>
            <Press outcome={outcome} />
          </li>
        ))}
      </ul>
      <fieldset className="mt-6 min-w-0 border-t pt-4">
        <legend className="sr-only">Rappel</legend>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            field={fieldOf(FORM, "jour", refused, today)}
            label="Rappeler le"
            type="date"
            min={today}
            className="min-w-0 grow"
          />
          <TextField field={fieldOf(FORM, "heure", refused)} label="Rappeler à" type="time" className="min-w-0 grow" />
          {asking.map((outcome) => (
            <div key={outcome} className="grow">
              <Press outcome={outcome} />
            </div>
          ))}
        </div>
      </fieldset>
    </Form>
  );
}

const idOf = (outcome: CallOutcome) => `${FORM}-${outcome}`;

function Press({ outcome }: { outcome: CallOutcome }) {
  const isFirst = outcome === callOutcomes[0];
  return (
    <Submit
      id={idOf(outcome)}
      name="reponse"
      value={outcomeValue(outcome)}
      className={`${isFirst ? "button-primary" : "button"} h-full w-full`}
    >
      {outcomeLabel(outcome)}
    </Submit>
  );
}

/** What speaks against confirming, or for cancelling; somebody decides it here or on its page. */
function Warnings({ call }: { call: CallView }) {
  return (
    <>
      {!call.isReserved && (
        <div className="mt-3 border-s-4 border-edge ps-3">
          <p>À réserver&nbsp;: ses paires ne sont réservées qu'à la confirmation.</p>
          {call.missing.map((words) => (
            <p key={words} className="wrong">
              Stock insuffisant&nbsp;: {words}.
            </p>
          ))}
        </div>
      )}
      {call.proposesCancelling && (
        <div className="mt-3 border-s-4 border-accent ps-3">
          <p>
            {(call.unanswered > 0 ? `${counted(call.unanswered, "appel")} sans réponse. ` : "") +
              (call.lapses
                ? "Vous pouvez l'annuler dès maintenant\u00a0; sans confirmation, elle s'annule d'elle-même."
                : "Vous pouvez l'annuler.")}
          </p>
          <InTwoPresses
            summary="Annuler la commande…"
            id="proposition"
            hint="Une commande annulée ainsi ne se reprend pas."
          >
            <Submit name="intent" value="annuler" className="button" describedBy="proposition">
              Annuler la commande
            </Submit>
          </InTwoPresses>
        </div>
      )}
    </>
  );
}
