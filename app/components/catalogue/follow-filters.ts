import { parameterNames as names, REFINE_FORM } from "~/domain/catalogue/listing";
import { isOffline } from "../ui/connection";
import { askFirst, orLeave, soon } from "../ui/line-down";

/**
 * Lets a list follow each choice in its panel, by a script that comes with the first choice.
 * Whatever fails, the form is sent, or the page loaded again.
 * @param renew is called when the list was replaced
 */
export function followFilters(page: HTMLElement, renew: () => void): void {
  let script: Promise<typeof import("./refresh-list")> | undefined;
  const load = () => {
    // Once, since two imports may end in another order than they began: the button's press is a
    // change of the field before, and the later one is followed.
    script ??= import("./refresh-list");
    return soon(script);
  };
  let isToResults = false;
  const follow = (form: HTMLFormElement, toResults: boolean, pressed: Element | null) => {
    isToResults = toResults;
    if (isOffline()) return void askFirst(pressed, () => follow(form, isToResults, pressed));
    const followed = load().then(async ({ refreshList }) => (await refreshList(form, toResults)) && renew());
    orLeave(followed, () => form.submit());
  };
  page.addEventListener("change", ({ target }) => {
    const control = target as HTMLInputElement;
    const { form, name, type } = control;
    // The order has a button, which scripts press for a pointer.
    if (form?.id !== REFINE_FORM || name === names.sort) return;
    // Safari does not, and what has the focus stays in its place.
    if (type === "checkbox") control.focus({ preventScroll: true });
    follow(form, false, control);
  });
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== REFINE_FORM) return;
    event.preventDefault();
    follow(form, !event.submitter?.closest("[data-sort]"), event.submitter);
  });
  addEventListener("popstate", ({ state }) => {
    const form = document.getElementById(REFINE_FORM);
    // Other entries lead to places within the page.
    if (!(state as { hasChoices?: true } | null)?.hasChoices || !(form instanceof HTMLFormElement)) return;
    orLeave(
      load().then(async ({ goBack }) => (await goBack(form)) && renew()),
      () => location.reload(),
    );
  });
}
