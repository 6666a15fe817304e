import { addStyles, quietly } from "../ui/may-fail";
import css from "./toast.css?inline";

/**
 * Short messages in the top right corner (sections 4 and 9), in one polite live region. In the
 * cart's drawer they stand in a line of its own.
 */

const isStyled = quietly(() => addStyles(css)) ?? false;
/** The box's own rules in browsers without constructed style sheets. */
const PLAIN = "position:fixed;right:1rem;z-index:30;padding-left:1rem;background:var(--ink);color:var(--ground)";

/** In milliseconds; `loading` stays until it is removed, eleven days at most. */
const DURATIONS: Record<string, number> = { success: 2000, fee: 3000, loading: 1e9 };
const OTHERS = 4000;
const MOST = 20;
/** A live region has to be in the page for a moment before its text. */
const REGION_MS = 100;
/** Elsewhere a toast lies over the column that is read. */
const isWide = () => matchMedia("(min-width: 64rem)").matches;

let box: HTMLElement | undefined;
let isHeld = false;
const shown = new Map<HTMLElement, { ms: number; timer?: ReturnType<typeof setTimeout> | undefined }>();

/** @param type `success`, `error`; any other is the blank one of section 9 */
export function toast(message: string, type = "info"): void {
  // In the cart's drawer a toast would cover the line that it is about.
  const line = document.querySelector("dialog[open] .drawer-message");
  if (line) {
    setTimeout(() => line.replaceChildren(message), REGION_MS);
    return;
  }
  const place = placeBox();
  setTimeout(() => put(place, message, type), REGION_MS);
}

/**
 * A toast of what a live region of the page already announces: hidden from screen readers, and none
 * in a narrow window, where it would cover the form that says it.
 * @param type as above, or `fee`, or `loading`
 * @returns a function that removes it
 */
export function toastBeside(message: string, type: string): () => void {
  if (!isWide()) return () => undefined;
  const item = put(placeBox(), message, type, true);
  return () => remove(item);
}

function placeBox(): HTMLElement {
  if (!box) {
    box = document.createElement("div");
    box.className = "toasts";
    if (!isStyled) box.style.cssText = PLAIN;
    box.setAttribute("role", "status");
    box.setAttribute("aria-atomic", "false");
    for (const event of ["pointerenter", "focusin"]) box.addEventListener(event, hold);
    for (const event of ["pointerleave", "focusout"]) box.addEventListener(event, go);
  }
  // Outside an open modal dialog it would be covered and inert.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (box.parentElement !== home) home.append(box);
  // In the half of the window where nothing was pressed, above a bar at the bottom.
  const { activeElement: pressed, body } = document;
  const isLow = !isWide() && pressed && pressed !== body && pressed.getBoundingClientRect().top < innerHeight / 2;
  box.style.top = isLow ? "auto" : "4.5rem";
  box.style.bottom = isLow ? "5.5rem" : "";
  return box;
}

function put(place: HTMLElement, message: string, type: string, isSilent = false): HTMLElement {
  const item = document.createElement("p");
  item.className = type === "error" ? "toast toast-error py-1" : "toast py-1";
  const close = document.createElement("button");
  close.className = "icon";
  close.textContent = "✕";
  close.setAttribute("aria-label", "Fermer ce message");
  item.append(message, close);
  if (isSilent) {
    item.setAttribute("aria-hidden", "true");
    close.tabIndex = -1;
  }
  // A click closes it without moving the focus; a key gives it back to what had it before.
  const before = document.activeElement as HTMLElement;
  close.addEventListener("mousedown", (event) => event.preventDefault());
  close.addEventListener("click", () => {
    const hadFocus = document.activeElement === close;
    remove(item);
    if (hadFocus) before.focus();
  });
  place.append(item);
  shown.set(item, { ms: DURATIONS[type] ?? OTHERS });
  for (const [oldest] of shown) if (shown.size > MOST) remove(oldest);
  if (!isHeld) go();
  return item;
}

function go(): void {
  isHeld = false;
  for (const [item, clock] of shown) clock.timer ??= setTimeout(remove, clock.ms, item);
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
