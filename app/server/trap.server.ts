/** Whether the trap (components/forms/trap) came as it was sent: there, and empty. */
export function isTrapUntouched(form: FormData): boolean {
  return form.get("site") === "";
}
