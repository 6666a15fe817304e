/** Sends a form without scripts. `form.submit()` omits the pressed button: `fields` holds it. */
export function sendNatively(form: HTMLFormElement, fields: Record<string, string>): void {
  const added = Object.entries(fields).map(([name, value]) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
    return field;
  });
  form.submit();
  for (const field of added) field.remove();
}
