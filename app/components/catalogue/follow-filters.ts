import { parameterNames as names } from "~/domain/catalogue/listing";
import { isLineDown, leaveUnlessDown } from "../ui/line-down";
import { REFINE_FORM } from "./refine-form";

/** After so long without the script the form is sent. */
const PATIENCE_MS = 4000;

/**
 * Lets a list follow each choice in its panel, by a script that comes with the first choice.
 * Whatever fails, the form is sent, or the page loaded again.
 * @param renew is called when the list was replaced
 */
export function followFilters(page: HTMLElement, renew: () => void): void {
  const load = () =>
    Promise.race([import("./refresh-list"), new Promise<never>((_, fail) => setTimeout(fail, PATIENCE_MS))]);
  const follow = (form: HTMLFormElement, toResults: boolean) => {
    if (isLineDown()) return;
    const pending = new AbortController();
    let isLeaving = false;
    // Only meanwhile, since browsers keep no page that listens for this.
    addEventListener("beforeunload", () => (isLeaving = true), { signal: pending.signal });
    load()
      .then(async ({ refreshList }) => (await refreshList(form, toResults)) && renew())
      // A link that was pressed meanwhile ends requests as well.
      .catch(() => (isLeaving ? undefined : leaveUnlessDown(() => form.submit())))
      .finally(() => pending.abort());
  };
  page.addEventListener("change", ({ target }) => {
    const { form, name } = target as HTMLInputElement;
    // The order has a button, which scripts press for a pointer.
    if (form?.id === REFINE_FORM && name !== names.sort) follow(form, false);
  });
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== REFINE_FORM) return;
    event.preventDefault();
    follow(form, !event.submitter?.closest("[data-sort]"));
  });
  addEventListener("popstate", ({ state }) => {
    const form = document.getElementById(REFINE_FORM);
    // Other entries lead to places within the page.
    if (!(state as { hasChoices?: true } | null)?.hasChoices || !(form instanceof HTMLFormElement)) return;
    load()
      .then(async ({ goBack }) => (await goBack(form)) && renew())
      .catch(() => leaveUnlessDown(() => location.reload()));
  });
}
