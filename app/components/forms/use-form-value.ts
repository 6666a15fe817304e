import { type RefObject, useEffect, useState } from "react";
import { fieldValue } from "./field-value";

/**
 * The current value of a field of the form around an element. The control stays uncontrolled: what
 * was chosen before the island woke, or was restored by the browser, counts.
 */
export function useFormValue(inside: RefObject<HTMLElement>, name: string, initial: string): string {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    const read = () => setValue(fieldValue(form, name));
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
  }, [inside, name]);
  return value;
}
