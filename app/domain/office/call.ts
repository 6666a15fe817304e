import { slugOf } from "../catalogue/slug";
import { DAY, HOUR, MINUTE } from "../values/durations";

/** Calls to shoppers who ordered: what can come of one, and when to call again. */

interface Outcome {
  label: string;
  /** `confirm` and `cancel` decide the order; after the others it waits for the next call. */
  leadsTo: "confirm" | "cancel" | "wait";
  /** Whether nobody answered: these calls are counted until somebody does. `busy` says neither. */
  answer: "given" | "none" | "busy";
  /** How much later to call again, by the number of calls without an answer. */
  again?: readonly number[];
  /** The form says when to call again. */
  asksWhen?: true;
  /** A cancellation is proposed at once, and never made by itself. */
  proposesCancelling?: true;
}

/** The keys 1 to 9 press the first nine. Buttons are in this sequence, those with a time last. */
const outcomes = {
  confirmed: { label: "Confirmé", leadsTo: "confirm", answer: "given" },
  "no-answer": { label: "Ne répond pas", leadsTo: "wait", answer: "none", again: [2 * HOUR, 4 * HOUR, DAY] },
  busy: { label: "Occupé", leadsTo: "wait", answer: "busy", again: [20 * MINUTE] },
  unreachable: { label: "Éteint ou injoignable", leadsTo: "wait", answer: "none", again: [3 * HOUR, 6 * HOUR, DAY] },
  later: { label: "À rappeler", leadsTo: "wait", answer: "given", asksWhen: true },
  cancelled: { label: "Annulé par le client", leadsTo: "cancel", answer: "given" },
  // The order waits: its mail or WhatsApp may bring the right number, and its page corrects it.
  "wrong-number": {
    ...{ label: "Faux numéro", leadsTo: "wait", answer: "busy", again: [DAY] },
    proposesCancelling: true,
  },
  duplicate: { label: "Doublon", leadsTo: "cancel", answer: "given" },
  "not-ordered": { label: "N'a pas commandé", leadsTo: "cancel", answer: "given" },
} as const satisfies Record<string, Outcome>;

export type CallOutcome = keyof typeof outcomes;
export const callOutcomes = Object.keys(outcomes) as CallOutcome[];

export const outcomeRule = (outcome: CallOutcome): Outcome => outcomes[outcome];
export const outcomeLabel = (outcome: CallOutcome): string => outcomes[outcome].label;
/** With when to call again: `À rappeler le …`, `Occupé, à rappeler le …`. */
export function outcomeWords(outcome: CallOutcome, when: string | undefined): string {
  const label = outcomeLabel(outcome);
  if (when === undefined) return label;
  return outcomeRule(outcome).asksWhen ? `${label} le ${when}` : `${label}, à rappeler le ${when}`;
}
/** As forms and addresses have it: `ne-repond-pas`. */
export const outcomeValue = (outcome: CallOutcome): string => slugOf(outcomes[outcome].label);
export const outcomeOf = (value: string): CallOutcome | undefined =>
  callOutcomes.find((outcome) => outcomeValue(outcome) === value);

/** Nobody is called before or after, in Algeria: UTC+1 all year. */
const callingHours = { from: 9, to: 20 } as const;
const ALGERIA = HOUR;

/** This moment, or when calling begins again after it. */
export function withinCallingHours(at: Date): Date {
  const local = at.getTime() + ALGERIA;
  const midnight = local - (local % DAY);
  const time = local - midnight;
  if (time < callingHours.from * HOUR) return new Date(midnight + callingHours.from * HOUR - ALGERIA);
  if (time < callingHours.to * HOUR) return at;
  return new Date(midnight + DAY + callingHours.from * HOUR - ALGERIA);
}

/** Calls without an answer after which a cancellation is proposed. */
const UNANSWERED = 3;

/**
 * What a call changes of an order that waits on.
 * @param when the moment that was agreed, for outcomes that ask for it
 */
export function afterCall(
  outcome: CallOutcome,
  { unanswered: before, now, when }: { unanswered: number; now: Date; when?: Date | undefined },
): { unanswered: number; callAt: Date | undefined } {
  const { answer, again = [], leadsTo } = outcomeRule(outcome);
  const unanswered = answer === "given" ? 0 : before + (answer === "none" ? 1 : 0);
  if (leadsTo !== "wait") return { unanswered, callAt: undefined };
  const step = again[Math.min(Math.max(unanswered, 1), again.length) - 1] ?? DAY;
  return { unanswered, callAt: when ?? withinCallingHours(new Date(now.getTime() + step)) };
}

/** Whether nothing speaks for waiting longer: somebody then decides. */
export const proposesCancelling = (order: { unanswered: number; lastCall: CallOutcome | undefined }): boolean =>
  order.unanswered >= UNANSWERED ||
  (order.lastCall !== undefined && outcomeRule(order.lastCall).proposesCancelling === true);

/** An order is late when it waits for its call longer than its page promises. */
export const LATE = DAY;

/** Twins were ordered within this time of each other. */
export const TWINS_WITHIN = DAY;
/** Who opened an order within this time may still be on the phone about it. */
export const PRESENT = 10 * MINUTE;

/** The first words of a chat, when nobody answers the phone. */
export const chatText = (order: { number: string; firstName: string; total: string; place: string }): string =>
  `Bonjour ${order.firstName}, ici la boutique Wahrane. Nous vous appelons pour confirmer votre commande ${order.number} ` +
  `(${order.total}, livraison à ${order.place}). À quelle heure pouvons-nous vous joindre\u00a0?`;
