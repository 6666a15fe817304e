/**
 * Short messages in the top right corner (sections 4 and 9). A toast is never the only place of what it says: a page's message is
 * in its HTML, a line's beside the line. One polite live region says it.
 */

/** In milliseconds; what loads stays until it is taken away. */
const DURATIONS: Record<string, number> = { success: 2000, order: 5000, fee: 3000, loading: Number.POSITIVE_INFINITY };
const OTHERS = 4000;
const MOST = 20;
/** A live region has to be there for a moment before what it says. */
const BREATH_MS = 100;

let box: HTMLElement | undefined;
let isHeld = false;
const shown = new Map<HTMLElement, { ms: number; timer?: ReturnType<typeof setTimeout> | undefined }>();

/** @param type `success`, `order`, `error`; anything else is as the blank one of section 9 */
export function toast(message: string, type = "info"): void {
  const place = makeRoom();
  setTimeout(() => put(place, message, type), BREATH_MS);
}

/**
 * What a live region of the page shows and says already: for eyes only, and nowhere where it would cover that region or what
 * has the focus.
 *
 * @param type as above, or `fee`, or `loading`
 * @returns takes it away
 */
export function toastBeside(region: Element, message: string, type: string): () => void {
  const item = put(makeRoom(), message, type, "unsaid");
  const { activeElement, body } = document;
  if (touches(item, region) || (activeElement && activeElement !== body && touches(item, activeElement))) remove(item);
  return () => remove(item);
}

function touches(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The message of the page itself: said, and shown where it would not cover the very box that says it. */
export function toastFlash(flash: HTMLElement): void {
  // From now on the live region says it.
  flash.removeAttribute("role");
  const place = makeRoom();
  const but = flash.getBoundingClientRect().right > place.getBoundingClientRect().left ? "unseen" : "";
  setTimeout(
    () => put(place, flash.querySelector("span")?.textContent ?? "", flash.dataset.flash ?? "", but),
    BREATH_MS,
  );
}

function makeRoom(): HTMLElement {
  if (!box) {
    box = document.createElement("div");
    box.className = "toasts";
    box.setAttribute("role", "status");
    box.setAttribute("aria-atomic", "false");
    for (const event of ["pointerenter", "focusin"]) box.addEventListener(event, hold);
    for (const event of ["pointerleave", "focusout"]) box.addEventListener(event, go);
  }
  // What is behind an open dialog is neither seen nor heard.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (box.parentElement !== home) home.append(box);
  return box;
}

/** @param but that it is not shown, or not said */
function put(place: HTMLElement, message: string, type: string, but: "" | "unseen" | "unsaid" = ""): HTMLElement {
  const item = document.createElement("p");
  item.className = but === "unseen" ? "sr-only" : type === "error" ? "toast toast-error" : "toast";
  item.textContent = message;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon";
  close.textContent = "✕";
  close.setAttribute("aria-label", "Fermer ce message");
  if (but !== "unseen") item.append(close);
  if (but === "unsaid") {
    item.setAttribute("aria-hidden", "true");
    close.tabIndex = -1;
    // The pointer may close it; the focus stays where it is.
    close.addEventListener("mousedown", (event) => event.preventDefault());
  }

  close.addEventListener("click", () => remove(item));
  place.append(item);
  shown.set(item, { ms: DURATIONS[type] ?? OTHERS });
  for (const [oldest] of shown) if (shown.size > MOST) remove(oldest);
  if (!isHeld) go();
  return item;
}

function go(): void {
  isHeld = false;
  for (const [item, one] of shown) if (Number.isFinite(one.ms)) one.timer ??= setTimeout(remove, one.ms, item);
}

/** Looked at or focused, they stay: all of them, since they move up when one goes. */
function hold(): void {
  isHeld = true;
  for (const one of shown.values()) {
    clearTimeout(one.timer);
    one.timer = undefined;
  }
}

function remove(item: HTMLElement): void {
  clearTimeout(shown.get(item)?.timer);
  shown.delete(item);
  item.remove();
  // Gone from under the pointer or the focus, it says no goodbye.
  if (isHeld && !box?.matches(":hover, :focus-within")) go();
}
