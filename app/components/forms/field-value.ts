/**
 * What a form sends for a field, "" where that is nothing. Unlike this, `FormData` has the browser
 * lay out the page for each text area, which a cheap phone feels at every key.
 */
export function fieldValue(form: HTMLFormElement, name: string): string {
  const found = form.elements.namedItem(name);
  const controls = (found instanceof RadioNodeList ? [...found] : [found]) as (HTMLInputElement | null)[];
  const sent = controls.find(
    (control) =>
      control?.name === name &&
      control.matches(":enabled") &&
      (control.checked || !/^(radio|checkbox)$/.test(control.type)),
  );
  return sent?.value ?? "";
}
