import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { ChangesSince } from "~/components/office/changes";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { useShortcuts } from "~/components/office/shortcuts";
import { Submit } from "~/components/office/submit";
import { type CallOutcome, outcomeLabel, outcomeRule } from "~/domain/office/call";
import { calledFrom, callForm, unansweredForm } from "~/domain/office/call-form";
import { countWords } from "~/domain/office/day";
import { reasonWords } from "~/domain/office/order-actions";
import { statusLabels } from "~/domain/order/order";
import { algerianDay, formatDateTime } from "~/domain/values/dates";
import { oneLine } from "~/domain/values/form-fields";
import { storable } from "~/domain/values/storable";
import { readForm, text, wholeNumber } from "~/forms/form.server";
import { type FormView, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { settings } from "~/settings.server";
import type { TakeBackResult } from "~/shop/services/call-office";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { CallHistory, Twins, WhatIsOrdered, WhoIsCalled } from "./call-card";
import { Outcomes } from "./call-outcomes";
import { callView } from "./call-view";
import { changesSince } from "./changes-since.server";
import { LastCall, lastCallView } from "./last-call";
import { openOffice } from "./open-office.server";
import { NoteField } from "./order-fields";
import { callPage } from "./order-paths";

/** À appeler: one order, with everything that is said on the phone and what came of it. */

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request, params: { number = "" } }: LoaderFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const card = await office.callCard(number);
  if (!card) throw new Response(null, { status: 404 });
  // Others are led to other orders meanwhile.
  await office.seeOrder(number, by);
  const [{ due }, last, others] = await Promise.all([
    office.nextToCall(by),
    lastCallView(office, by),
    office.viewersOf(number, by),
  ]);
  const { twins, ...call } = callView(card, settings.orderBounds.days > 0);
  const twinsSeen = await Promise.all(
    twins.map(async ({ words, ...twin }) => {
      const viewers = await office.viewersOf(twin.number, by);
      return { ...twin, words: viewers.length > 0 ? `${words}, en cours chez ${viewers.join(", ")}` : words };
    }),
  );
  return { call: { ...call, twins: twinsSeen }, due, last, others, key: mintFormKey(), today: algerianDay(new Date()) };
}

type Field = keyof ReturnType<typeof callForm>["schema"]["shape"];
/** What others changed meanwhile, newest first. */
type Refused = FormView<Field> & { key?: string; changes?: { id: string; words: string }[] };

export async function action({ request, params: { number = "" } }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  if (text(form, "intent") === "reprendre") {
    const result = await office.takeBackCall(number, text(form, "appel"), by);
    const problem = notTakenBack[result];
    if (problem) return redirectWithFlash(callPage(number), { type: "error", message: problem });
    const message = "Résultat annulé\u00a0: la commande est revenue à son état précédent.";
    return redirectWithSuccess(callPage(number), message);
  }

  const version = wholeNumber(form, "version") ?? -1;
  if (text(form, "intent") === "annuler") {
    const { value, ...view } = parseForm(form, unansweredForm);
    if (!value) return refusal<Refused>(view);
    const reason = reasonWords({ motif: "injoignable", precision: oneLine(value.texte) });
    const moved = await office.moveOrder(number, "cancelled", { version, reason }, by);
    if (moved === "moved" || moved === "repeated") return goOn(`Commande ${number} annulée.`);
    const intro = "Cette commande n'attend plus d'appel.";
    return refusal<Refused>({ ...view, ...(moved === "stale" ? await staleness() : { intro }) });
  }

  const { value: typed, ...view } = parseForm(form, callForm(new Date()));
  const key = text(form, "cle");
  const refuse = (refused: Omit<Partial<Refused>, keyof FormView<Field>> & { intro?: string }, status?: 400 | 409) =>
    refusal<Refused>({ ...view, ...refused }, status);
  if (!typed) return refuse(isFormKey(key) ? { key } : {});
  if (!isFormKey(key)) return refuse({ intro: "Relisez la commande, puis choisissez encore une fois." });
  const value = calledFrom(typed);
  const recorded = await office.recordCall(number, { key, version, ...value }, by);
  switch (recorded.result) {
    case "recorded": {
      // On a slow line the form was pressed once more before the answer to the first was there.
      const lost = { outcome: value.outcome, callAt: value.when, note: storable(value.note) };
      if (recorded.isRepeated && isOtherCall(recorded, lost)) {
        const [first, second] = [recorded, lost].map((call) => callWords(call, isOtherNote(recorded, lost)));
        const intro =
          `Votre premier appui a été noté\u00a0: ${first}. Le second, ${second}, ne l'est pas\u00a0: ` +
          "choisissez encore une fois s'il est le bon.";
        return refuse({ intro }, 409);
      }
      const again = recorded.callAt ? ` Prochain appel le ${formatDateTime(recorded.callAt)}.` : "";
      return goOn(`Commande ${number}, appel noté\u00a0: ${outcomeLabel(value.outcome).toLowerCase()}.${again}`);
    }
    case "stale":
      return refuse(await staleness());
    case "too-late": {
      const status = statusLabels[recorded.status].toLowerCase();
      return refuse({ intro: `Cette commande est ${status}\u00a0: elle n'attend plus d'appel.` });
    }
    case "short":
      return refuse({
        intro: "Il n'y a plus assez de paires pour la confirmer\u00a0: rien n'a été noté.",
        key,
      });
    case "unknown":
      throw new Response(null, { status: 404 });
  }

  /** To the next order, with what was done to this one. */
  async function goOn(message: string) {
    const next = await office.nextToCall(by, number);
    const to = next.number === undefined ? "/gestion/appels" : callPage(next.number);
    return redirectWithSuccess(to, message);
  }

  async function staleness() {
    const card = await office.callCard(number);
    return {
      intro: "Cette commande a changé depuis que vous l'avez ouverte\u00a0: rien n'est noté.",
      changes: card ? await changesSince(office, card, version, true) : [],
    };
  }
}

type SentCall = { outcome: CallOutcome; callAt?: Date | undefined; note: string };

const isOtherNote = (first: Pick<SentCall, "note">, { note }: Pick<SentCall, "note">) =>
  note !== "" && note !== first.note;

/** Whether a second press says more than the first one did. */
const isOtherCall = (first: SentCall, { outcome, callAt, note }: SentCall) =>
  outcome !== first.outcome ||
  (callAt !== undefined && callAt.getTime() !== first.callAt?.getTime()) ||
  isOtherNote(first, { note });

/** @param withNote whether the note is what tells two calls apart */
function callWords({ outcome, callAt, note }: SentCall, withNote: boolean): string {
  const when = callAt && outcomeRule(outcome).asksWhen ? ` le ${formatDateTime(callAt)}` : "";
  const noted = note === "" ? ", sans note" : `, note «\u00a0${note}\u00a0»`;
  return `${outcomeLabel(outcome).toLowerCase()}${when}${withNote ? noted : ""}`;
}

const notTakenBack: Record<TakeBackResult, string | undefined> = {
  "taken-back": undefined,
  repeated: undefined,
  "too-late": "Trop tard pour annuler ce résultat\u00a0: la commande a changé depuis.",
  short: "Ce résultat ne peut plus être annulé\u00a0: les paires de la commande sont vendues.",
  "reward-used": "Trop tard\u00a0: la carte qui offrait une paire de cette commande en offre une autre depuis.",
  unknown: "Cet appel n'existe pas.",
};

const whoOf = ({ name, number }: { name: string; number: string }) => name || number;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(
    matches,
    `${data?.call.isWaiting === false ? "Appels" : "À appeler"}${data ? `\u00a0: ${whoOf(data.call)}` : ""}`,
  );

/** A note for a call that is no longer awaited: the order itself can still have it. */
function LateNote({ page, noteKey, typed }: { page: string; noteKey: string; typed: string }) {
  return (
    <Form method="post" action={page} className="mt-4">
      <input type="hidden" name="cle" value={noteKey} />
      <NoteField refused={{ values: { note: typed }, errors: {} }} />
      <p className="mt-3">
        <Submit name="intent" value="noter">
          Ajouter la note
        </Submit>
      </p>
    </Form>
  );
}

export default function Call() {
  const { call, due, last, others, key, today } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigate = useNavigate();
  const later = `/gestion/appels?apres=${encodeURIComponent(call.number)}`;
  useShortcuts([{ key: "n", label: "Commande suivante, sans noter d'appel", press: () => navigate(later) }]);
  return (
    <OfficePage
      title={call.isWaiting ? `Appeler ${whoOf(call)}` : `Appels\u00a0: ${whoOf(call)}`}
      aside={
        <>
          {call.isWaiting && (
            <Link className="button" to={`${call.page}/modifier?appel=oui`}>
              Modifier
            </Link>
          )}
          <Link className="button" to={later}>
            {call.isWaiting ? "Laisser pour plus tard" : "Appel suivant"}
          </Link>
        </>
      }
      className="page pb-8"
      refused={refused}
      otherwise={<ChangesSince changes={refused?.changes} />}
      lead={
        <p className="mt-1 text-muted">
          {due === 0
            ? "Aucun autre appel n'est à faire maintenant."
            : `À appeler maintenant\u00a0: ${countWords(due)}.`}
        </p>
      }
    >
      <LastCall last={last} />
      {others.length > 0 && <p className="pb-4">{`En cours chez ${others.join(", ")}.`}</p>}
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
        <div>
          <WhoIsCalled call={call} />
          <WhatIsOrdered call={call} />
        </div>
        <div>
          <Twins call={call} />
          {call.isWaiting ? (
            <Outcomes call={call} formKey={refused?.key ?? key} today={today} refused={refused} />
          ) : (
            <div className="panel">
              <p>{`Cette commande est ${call.status.toLowerCase()}\u00a0: elle n'attend plus d'appel.`}</p>
              {refused?.values.texte && <LateNote page={call.page} noteKey={key} typed={refused.values.texte} />}
            </div>
          )}
          <CallHistory call={call} lastId={last?.id} />
        </div>
      </div>
    </OfficePage>
  );
}
