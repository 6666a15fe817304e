/**
 * Short messages in the top right corner (sections 4 and 9), in one polite live region. Each
 * message also stands in the page, in its HTML or beside its line.
 */

/** In milliseconds; `loading` stays until it is removed. */
const DURATIONS: Record<string, number> = { success: 2000, order: 5000, fee: 3000, loading: Number.POSITIVE_INFINITY };
const OTHERS = 4000;
const MOST = 20;
/** A live region has to be in the page for a moment before its text. */
const REGION_MS = 100;

let box: HTMLElement | undefined;
let isHeld = false;
const shown = new Map<HTMLElement, { ms: number; timer?: ReturnType<typeof setTimeout> | undefined }>();

/** @param type `success`, `order`, `error`; any other is the blank one of section 9 */
export function toast(message: string, type = "info"): void {
  const place = placeBox();
  setTimeout(() => put(place, message, type), REGION_MS);
}

/**
 * A toast of what a live region of the page already announces: hidden from screen readers, and not
 * shown where it would cover that region or the focus.
 * @param type as above, or `fee`, or `loading`
 * @returns a function that removes it
 */
export function toastBeside(region: Element, message: string, type: string): () => void {
  const item = put(placeBox(), message, type, "silent");
  const { activeElement, body } = document;
  if (overlaps(item, region) || (activeElement && activeElement !== body && overlaps(item, activeElement)))
    remove(item);
  return () => remove(item);
}

function overlaps(first: Element, second: Element): boolean {
  const [a, b] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Announces the page's own message, and shows it unless the toast would cover it. */
export function toastFlash(flash: HTMLElement): void {
  // The toasts' live region announces it instead.
  flash.removeAttribute("role");
  const place = placeBox();
  const limit = flash.getBoundingClientRect().right > place.getBoundingClientRect().left ? "unseen" : "";
  setTimeout(
    () => put(place, flash.querySelector("span")?.textContent ?? "", flash.dataset.flash ?? "", limit),
    REGION_MS,
  );
}

function placeBox(): HTMLElement {
  if (!box) {
    box = document.createElement("div");
    box.className = "toasts";
    box.setAttribute("role", "status");
    box.setAttribute("aria-atomic", "false");
    for (const event of ["pointerenter", "focusin"]) box.addEventListener(event, hold);
    for (const event of ["pointerleave", "focusout"]) box.addEventListener(event, go);
  }
  // Outside an open modal dialog it would be covered and inert.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (box.parentElement !== home) home.append(box);
  return box;
}

/** @param limit not shown, or not announced */
function put(place: HTMLElement, message: string, type: string, limit: "" | "unseen" | "silent" = ""): HTMLElement {
  const item = document.createElement("p");
  item.className = limit === "unseen" ? "sr-only" : type === "error" ? "toast toast-error" : "toast";
  item.textContent = message;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon";
  close.textContent = "✕";
  close.setAttribute("aria-label", "Fermer ce message");
  if (limit !== "unseen") item.append(close);
  if (limit === "silent") {
    item.setAttribute("aria-hidden", "true");
    close.tabIndex = -1;
    // A click closes it without moving the focus.
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
  for (const [item, clock] of shown) if (Number.isFinite(clock.ms)) clock.timer ??= setTimeout(remove, clock.ms, item);
}

/** While one has the pointer or the focus all of them stay, since they move up when one goes. */
function hold(): void {
  isHeld = true;
  for (const clock of shown.values()) {
    clearTimeout(clock.timer);
    clock.timer = undefined;
  }
}

function remove(item: HTMLElement): void {
  clearTimeout(shown.get(item)?.timer);
  shown.delete(item);
  item.remove();
  // An element that is removed fires no pointerleave or focusout.
  if (isHeld && !box?.matches(":hover, :focus-within")) go();
}
