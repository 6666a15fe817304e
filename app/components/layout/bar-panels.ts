import { addParts } from "./departments";

/** A pointer that crosses the bar opens nothing; one that leaves may come back. */
const OPEN_MS = 100;
const CLOSE_MS = 300;

/**
 * Panels with sub-categories under the links of the bar. They open under the pointer and with the
 * focus, which goes on into them; Escape closes them. A touch follows the link.
 */
export async function addPanels(bar: HTMLElement): Promise<void> {
  await addParts(bar.querySelectorAll("a"));

  let shown: HTMLElement | undefined;
  /** Closed by Escape, and not to be opened before pointer or focus were elsewhere. */
  let dismissed: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const itemOf = (target: EventTarget | null) =>
    (target instanceof Element && target.closest<HTMLElement>(".parts-of")) || undefined;
  const show = (item: HTMLElement | undefined) => {
    clearTimeout(timer);
    if (item && item === dismissed) return;
    dismissed = undefined;
    shown?.classList.remove("parts-open");
    shown = item;
    shown?.classList.add("parts-open");
  };
  const hide = () => {
    dismissed = undefined;
    show(undefined);
  };

  bar.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const item = itemOf(target);
    clearTimeout(timer);
    if (item !== shown) timer = setTimeout(() => show(item), OPEN_MS);
  });
  bar.addEventListener("pointerleave", () => {
    clearTimeout(timer);
    if (!shown?.querySelector(":focus-visible")) timer = setTimeout(hide, CLOSE_MS);
  });
  bar.addEventListener("focusin", ({ target }) => {
    if ((target as Element).matches(":focus-visible")) show(itemOf(target));
  });
  bar.addEventListener("focusout", ({ relatedTarget }) => {
    if (!bar.contains(relatedTarget as Node | null)) hide();
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !shown) return;
    const item = shown;
    hide();
    dismissed = item;
    if (item.contains(document.activeElement)) item.querySelector("a")?.focus();
  });
  addEventListener("pageshow", hide);

  show(itemOf(bar.querySelector(":focus-visible") ?? bar.querySelector("a:hover")));
}
