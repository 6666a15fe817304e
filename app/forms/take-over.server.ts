import { text } from "./form.server";

export const CHANGED_MEANWHILE =
  "Cette commande a changé depuis que vous l'avez ouverte\u00a0: rien n'est enregistré. " +
  "Ce que vous avez écrit est encore là\u00a0: relisez, puis enregistrez si vous le voulez encore.";

/**
 * Gives a form what its fields would begin with now, in each that is as it began (`debut`).
 * @param together fields that are one choice
 * @returns whether a field was changed here and, to something else, by others
 */
export function takeOver(form: FormData, now: URLSearchParams, together: readonly string[]): boolean {
  const begun = new URLSearchParams(text(form, "debut"));
  const hasBegunWith = (name: string, value: string) => begun.has(name) && bare(value) === bare(begun.get(name) ?? "");
  const isLeft = (name: string) => hasBegunWith(name, text(form, name));
  const left = [...now].filter(([name]) => (together.includes(name) ? together : [name]).every(isLeft));
  // What is the same may be typed otherwise: with other spaces, by the shopper herself.
  for (const [name, value] of left) if (value !== begun.get(name)) form.set(name, value);
  return [...now].some(
    ([name, value]) => begun.has(name) && !hasBegunWith(name, value) && bare(text(form, name)) !== bare(value),
  );
}

/** A phone is shown with spaces, and browsers write line breaks as two characters. */
const bare = (value: string) => value.replace(/\s/g, "");
