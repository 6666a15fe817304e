export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === "radio" || control.type === "checkbox";

/** Every control that a shopper fills in, under a name of its own: its name, a toggle's value, and which of several alike. */
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

/** Whether something else stands in this control than the server wrote. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== "" && !control.selectedOptions[0]?.defaultSelected;
  if (isToggle(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Whether the shopper, or the browser for her, has been at these controls. */
export function isTouched(place: HTMLElement): boolean {
  return place.contains(document.activeElement) || [...controlsOf(place).values()].some(isChanged);
}

/**
 * Notes what stands in the controls, and where the caret is.
 * @returns puts it back where it is gone, into whatever elements stand there then
 */
export function noteFields(place: HTMLElement): () => void {
  const noted = [...controlsOf(place)].map(([key, control]) => ({
    key,
    control,
    value: control.value,
    isChecked: isToggle(control) && control.checked,
    isFocused: control === document.activeElement,
    caret: "selectionStart" in control ? ([control.selectionStart, control.selectionEnd] as const) : undefined,
  }));
  return () => {
    const now = controlsOf(place);
    for (const { key, control: old, value, isChecked, isFocused, caret } of noted) {
      const control = now.get(key);
      if (!control) continue;
      const isLost = isToggle(control) ? control.checked !== isChecked : control.value !== value;
      if (isToggle(control)) control.checked = isChecked;
      else if (isLost) control.value = value;
      // Whoever follows the form hears of it.
      if (isLost) control.dispatchEvent(new Event("input", { bubbles: true }));
      if (!isFocused || control === old) continue;
      control.focus({ preventScroll: true });
      // Numbers and e-mail addresses tell no caret.
      if (typeof caret?.[0] === "number" && "setSelectionRange" in control) control.setSelectionRange(...caret);
    }
  };
}
