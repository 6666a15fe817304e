import * as z from "zod/v4-mini";
import { DAY } from "../values/durations";
import { atMost, required, typed } from "../values/form-fields";
import { outcomeOf, outcomeRule } from "./call";

/** How far away a call may be agreed on. */
const FURTHEST = 30 * DAY;

const note = typed.check(z.trim(), atMost(500, "La note est trop longue"));

/** @param now the server's clock */
export const callForm = (now: Date) => ({
  id: "appel",
  schema: z
    .object({
      reponse: typed.check(required("Choisissez ce qu'a donné l'appel", (value) => outcomeOf(value) !== undefined)),
      jour: typed,
      heure: typed,
      texte: note,
    })
    .check((context) => {
      const { reponse, jour, heure } = context.value;
      const outcome = outcomeOf(reponse);
      if (!outcome || !outcomeRule(outcome).asksWhen) return;
      const problem = whenProblem(jour, heure, now);
      if (problem) context.issues.push({ code: "custom", input: context.value, ...problem });
    }),
});

/** What a valid form says. */
export function calledFrom({ reponse, jour, heure, texte }: z.output<ReturnType<typeof callForm>["schema"]>) {
  const outcome = outcomeOf(reponse) ?? "busy";
  return { outcome, note: texte, ...(outcomeRule(outcome).asksWhen ? { when: momentOf(jour, heure) } : {}) };
}

/** Of a form whose order is cancelled: it has no outcome. */
export const unansweredForm = {
  id: "appel",
  schema: z.object({ jour: typed, heure: typed, texte: note }),
};

function whenProblem(day: string, time: string, now: Date): { path: [string]; message: string } | undefined {
  if (Number.isNaN(momentOf(day, "12:00").getTime()))
    return { path: ["jour"], message: "Le jour du rappel est requis" };
  const moment = momentOf(day, time).getTime();
  if (Number.isNaN(moment)) return { path: ["heure"], message: "L'heure du rappel est requise" };
  if (moment <= now.getTime()) return { path: ["heure"], message: "Ce moment est déjà passé" };
  if (moment > now.getTime() + FURTHEST)
    return { path: ["jour"], message: "Le rappel est trop loin\u00a0: 30 jours au plus" };
  return undefined;
}

/** In Algeria's time; an invalid date for anything but `2026-11-30` and `10:30`. */
function momentOf(day: string, time: string): Date {
  const isPlain = /^\d{4}-\d{2}-\d{2}$/.test(day) && /^\d{2}:\d{2}$/.test(time);
  const moment = new Date(isPlain ? `${day}T${time}:00+01:00` : Number.NaN);
  // The 31st of February would be a day in March.
  const isThatDay = new Date(moment.getTime() + 60 * 60_000).toJSON()?.startsWith(day);
  return isThatDay ? moment : new Date(Number.NaN);
}
