import { sendNatively } from "../forms/send-natively";
import { isOffline } from "../ui/connection";
import { askFirst, orLeave, soon } from "../ui/line-down";
import { showSeconds } from "./second-picture";

/** Hearts work in place, and second pictures are shown, on the cards of this element. */
export function enhanceCards(page: HTMLElement): void {
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const button = form.matches(".heart") && form.querySelector("button");
    if (!button) return;
    event.preventDefault();
    wishInPlace(button);
  });
  showSeconds(page);
}

const busy = new Set<HTMLButtonElement>();
// One after the other: the first answer sets the visitor's cookie, which the next must send.
let last: Promise<unknown> = Promise.resolve();

/**
 * A pressed heart, or 'Favoris', changes the wishlist without leaving the page. The script for that
 * is fetched at the first press; when it or the shop does not answer, the form is sent natively.
 */
export function wishInPlace(button: HTMLButtonElement): void {
  const { form } = button;
  if (!form || busy.has(button)) return;
  if (isOffline()) return void askFirst(button, () => wishInPlace(button));
  busy.add(button);
  // Safari does not, and the message keeps clear of what has the focus.
  button.focus({ preventScroll: true });
  const before = last;
  const toggled = soon(import("./toggle-wish")).then(async ({ toggleWish }) => {
    await before;
    await toggleWish(button);
  });
  last = orLeave(toggled, () => sendNatively(form, { [button.name]: button.value })).finally(() => busy.delete(button));
}
