import { type RefObject, useCallback, useEffect, useState } from "react";
import { MAX_ADDED } from "~/domain/cart";
import { asciiDigits } from "~/domain/phone";

/** What stands in the controls, as text. */
export interface ChoiceValues {
  couleur: string;
  pointure: string;
  quantite: string;
}

/**
 * Follows what is chosen in the form. The controls keep their own values: what was chosen before scripts arrived, or was put
 * back by the browser, counts.
 * @returns the choice, and what the form calls at every change
 */
export function useChoice(form: RefObject<HTMLFormElement>, initial: ChoiceValues) {
  const [choice, setChoice] = useState(initial);
  const read = useCallback(() => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const value = (name: string) => String(data.get(name) ?? "");
    const next = { couleur: value("couleur"), pointure: value("pointure"), quantite: value("quantite") };
    setChoice((before) =>
      before.couleur === next.couleur && before.pointure === next.pointure && before.quantite === next.quantite
        ? before
        : next,
    );
  }, [form]);
  useEffect(read, [read]);
  return [choice, read] as const;
}

/** The number of pairs that is reckoned with while something else may stand in the field. */
export function pairsOf(quantite: string): number {
  const typed = Number(asciiDigits(quantite));
  return Number.isInteger(typed) && typed >= 1 && typed <= MAX_ADDED ? typed : 1;
}
