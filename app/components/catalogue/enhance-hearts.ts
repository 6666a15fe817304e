import { sendAsEver } from "../forms/send-as-ever";

/**
 * A heart that is pressed does its work without leaving the page. What does it is fetched with the first press; when that, or the
 * shop, does not answer, the form is sent as it always was.
 * @returns takes it away again
 */
export function enhanceHearts(page: HTMLElement): () => void {
  const busy = new Set<HTMLFormElement>();
  // One after the other: a visitor's first heart makes her known, and the next ones must come from the same visitor.
  let last: Promise<unknown> = Promise.resolve();
  const press = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const button = form.matches(".heart") && form.querySelector("button");
    if (!button) return;
    event.preventDefault();
    if (busy.has(form)) return;
    busy.add(form);
    const before = last;
    last = Promise.race([import("./toggle-wish"), new Promise<never>((_, fail) => setTimeout(fail, PATIENCE_MS))])
      .then(async ({ toggleWish }) => {
        await before;
        await toggleWish(button);
      })
      .catch(() => sendAsEver(form, { [button.name]: button.value }))
      .finally(() => busy.delete(form));
  };
  page.addEventListener("submit", press);
  return () => page.removeEventListener("submit", press);
}

/** A script that did not come by then is not waited for. */
const PATIENCE_MS = 4000;
