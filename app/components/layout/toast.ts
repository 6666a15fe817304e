/**
 * Short messages in the top right corner (sections 4 and 9). A toast is never the only place of what it says: a page's message is
 * in its HTML, a line's beside the line. One polite live region says it.
 */

const DURATIONS: Record<string, number> = { success: 2000, order: 5000 };
const OTHERS = 4000;
const MOST = 20;
/** A live region has to be there for a moment before what it says. */
const BREATH_MS = 100;

let box: HTMLElement | undefined;

/** @param type `success`, `order`, `error`; anything else is as the blank one of section 9 */
export function toast(message: string, type = "info"): void {
  const place = makeRoom();
  setTimeout(() => put(place, message, type), BREATH_MS);
}

/** The message of the page itself: said, and shown where it would not cover the very box that says it. */
export function toastFlash(flash: HTMLElement): void {
  // From now on the live region says it.
  flash.removeAttribute("role");
  const place = makeRoom();
  const isUnder = flash.getBoundingClientRect().right > place.getBoundingClientRect().left;
  setTimeout(
    () => put(place, flash.querySelector("span")?.textContent ?? "", flash.dataset.flash ?? "", isUnder),
    BREATH_MS,
  );
}

function makeRoom(): HTMLElement {
  if (!box) {
    box = document.createElement("div");
    box.className = "toasts";
    box.setAttribute("role", "status");
    box.setAttribute("aria-atomic", "false");
  }
  // What is behind an open dialog is neither seen nor heard.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (box.parentElement !== home) home.append(box);
  return box;
}

function put(place: HTMLElement, message: string, type: string, isHidden = false): void {
  const item = document.createElement("p");
  item.className = isHidden ? "sr-only" : type === "error" ? "toast toast-error" : "toast";
  item.textContent = message;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon";
  close.textContent = "✕";
  close.setAttribute("aria-label", "Fermer ce message");
  if (!isHidden) item.append(close);

  // Looked at or focused, it stays.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => clearTimeout(timer);
  const go = () => {
    wait();
    timer = setTimeout(() => item.remove(), DURATIONS[type] ?? OTHERS);
  };
  for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, wait);
  for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, go);
  close.addEventListener("click", () => item.remove());
  place.append(item);
  while (place.childElementCount > MOST) place.firstElementChild?.remove();
  go();
}
