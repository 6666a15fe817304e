/** Whether the trap (components/forms/honeypot) came as it was sent: there, and empty. */
export function isHoneypotEmpty(form: FormData): boolean {
  return form.get("site") === "";
}
