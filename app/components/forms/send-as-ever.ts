/** Sends a form as the browser does by itself. `form.submit()` forgets which button was pressed: `fields` say it. */
export function sendAsEver(form: HTMLFormElement, fields: Record<string, string>): void {
  const added = Object.entries(fields).map(([name, value]) => {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
    return field;
  });
  form.submit();
  for (const field of added) field.remove();
}
