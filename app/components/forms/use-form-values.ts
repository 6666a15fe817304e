import { type RefObject, useEffect, useState } from "react";
import { fieldValue } from "./field-value";

/**
 * The current values of some fields of the form around an element. The controls stay uncontrolled:
 * what was chosen before the island woke, or was restored by the browser, counts.
 */
export function useFormValues<Name extends string>(
  inside: RefObject<HTMLElement>,
  initial: Record<Name, string>,
): Record<Name, string> {
  const [values, setValues] = useState(initial);
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    const read = () => {
      setValues((before) => {
        const names = Object.keys(before) as Name[];
        const next = Object.fromEntries(names.map((name) => [name, fieldValue(form, name)])) as typeof before;
        return names.every((name) => next[name] === before[name]) ? before : next;
      });
    };
    form.addEventListener("input", read);
    form.addEventListener("change", read);
    // Browsers restore values without an event.
    addEventListener("pageshow", read);
    read();
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("change", read);
      removeEventListener("pageshow", read);
    };
  }, [inside]);
  return values;
}
