import { actorLabels, type JournalEntry, type JournalFields, journalActions } from "./journal";

/** An entry of the journal in words. */

/** What changed: `adresse : rue des Frères devient cité Emir`; an empty side is 'rien'. */
export function changesIn({ before = {}, after = {} }: Pick<JournalEntry, "before" | "after">): JournalChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, before: wordsOf(before, name), after: wordsOf(after, name) }))
    .filter(({ before, after }) => before !== after);
}

export interface JournalChange {
  name: string;
  /** Undefined where there was nothing. */
  before: string | undefined;
  after: string | undefined;
}

function wordsOf(fields: JournalFields, name: string): string | undefined {
  const value = fields[name];
  return value === undefined || value === null || value === "" ? undefined : String(value);
}

export const actorOf = ({ actor, name }: Pick<JournalEntry, "actor" | "name">): string =>
  actor === "staff" ? name : actorLabels[actor];

/** "Commande 1234 : passée" without the thing's name, which a page links. */
export const actionWords = ({ action }: Pick<JournalEntry, "action">): string => journalActions[action] ?? action;
