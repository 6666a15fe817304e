export type FormEntry = [name: string, value: string];

/** Sends a form without scripts. `form.submit()` omits the pressed button: `fields` holds it. */
export function sendNatively(form: HTMLFormElement, fields: Record<string, string> | FormEntry[]): void {
  const added = (Array.isArray(fields) ? fields : Object.entries(fields)).map(([name, value]) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
    return field;
  });
  form.submit();
  for (const field of added) field.remove();
}

/** Posts fields as a form of their own, where the controls may hold something else by now. */
export function postNatively(action: string, fields: Record<string, string> | FormEntry[]): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, hidden: true });
  document.body.append(form);
  sendNatively(form, fields);
}
