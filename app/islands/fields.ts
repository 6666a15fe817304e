export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === "radio" || control.type === "checkbox";

/** Every control that a shopper fills in, by its form, name and, if it is a toggle, value. */
function controlsOf(place: HTMLElement): Map<string, Control> {
  const named = new Map<string, Control>();
  for (const control of place.querySelectorAll<Control>("input:not([type=hidden]), select, textarea")) {
    const action = control.form?.getAttribute("action");
    let key = `${action} ${control.name} ${isToggle(control) ? control.value : ""}`;
    while (named.has(key)) key += "+";
    named.set(key, control);
  }
  return named;
}

/** Whether the control's value differs from the one that the server wrote. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== "" && !control.selectedOptions[0]?.defaultSelected;
  if (isToggle(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Whether the shopper uses these controls, or she or the browser has changed one. */
export function isTouched(place: HTMLElement): boolean {
  return place.contains(document.activeElement) || [...controlsOf(place).values()].some(isChanged);
}

/**
 * Saves the controls' values and the caret.
 * @returns a function that restores what was lost, in the elements that are in the page by then
 */
export function saveFields(place: HTMLElement): () => void {
  const saved = [...controlsOf(place)].map(([key, control]) => ({
    key,
    control,
    value: control.value,
    isChecked: isToggle(control) && control.checked,
    isFocused: control === document.activeElement,
    caret: "selectionStart" in control ? ([control.selectionStart, control.selectionEnd] as const) : undefined,
  }));
  return () => {
    const now = controlsOf(place);
    for (const { key, control: old, value, isChecked, isFocused, caret } of saved) {
      const control = now.get(key);
      if (!control) continue;
      const isLost = isToggle(control) ? control.checked !== isChecked : control.value !== value;
      if (isToggle(control)) control.checked = isChecked;
      else if (isLost) control.value = value;
      // For listeners that follow the form.
      if (isLost) control.dispatchEvent(new Event("input", { bubbles: true }));
      if (!isFocused || control === old) continue;
      control.focus({ preventScroll: true });
      // Inputs of the types number and email have no caret to read.
      if (typeof caret?.[0] === "number" && "setSelectionRange" in control) control.setSelectionRange(...caret);
    }
  };
}
