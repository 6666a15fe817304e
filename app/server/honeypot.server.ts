/** Whether the hidden field (components/forms/honeypot) was posted, and empty. */
export function isHoneypotEmpty(form: FormData): boolean {
  return form.get("site") === "";
}
