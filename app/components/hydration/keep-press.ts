/**
 * Finishes a press that React cut in two. A page that something foreign altered is rebuilt by React, and a press wakes it: the
 * button goes down on the page as sent and comes up on the new one, where no engine makes a click of it, or gives a field the
 * focus.
 *
 * @returns ends the watch for all presses but the one that is under way; called once React is done
 */
export function keepPress(root: HTMLElement): () => void {
  // A press that is older than this script is still seen by its style.
  let began = pressable([...root.querySelectorAll(":active")].at(-1));
  let isReady = false;

  const down = ({ target, button }: PointerEvent) => {
    began = isReady || button !== 0 ? null : pressable(target);
    if (isReady) end();
  };

  const up = ({ target }: PointerEvent) => {
    const ended = pressable(target);
    const isCut = began && ended && !began.isConnected && isAlike(began, ended);
    began = null;
    if (isReady) end();
    if (!isCut) return;
    if (isField(ended)) focusAtEnd(ended);
    let isClicked = false;
    const click = (event: Event) => {
      isClicked ||= ended.contains(event.target as Node);
    };
    root.addEventListener("click", click, true);
    // The engine's own click comes in the same task, when there is one.
    setTimeout(() => {
      root.removeEventListener("click", click, true);
      if (!isClicked) ended.click();
    });
  };

  const end = () => {
    document.removeEventListener("pointerdown", down, true);
    document.removeEventListener("pointerup", up, true);
  };
  document.addEventListener("pointerdown", down, true);
  document.addEventListener("pointerup", up, true);

  return () => {
    isReady = true;
    if (!began) end();
  };
}

const pressable = (target: EventTarget | null | undefined) =>
  target instanceof Element ? target.closest<HTMLElement>("a, button, label, summary, input, select, textarea") : null;

const isField = (element: Element) => element.matches("input, select, textarea");

function focusAtEnd(field: HTMLElement): void {
  if (document.activeElement === field) return;
  field.focus({ preventScroll: true });
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.selectionStart !== null))
    field.setSelectionRange(field.value.length, field.value.length);
}

/** The new one in the old one's place, and not a neighbour that slid under the pointer. */
const isAlike = (one: Element, other: Element) =>
  one.tagName === other.tagName &&
  // What is in a field has been typed meanwhile.
  (isField(one) || one.textContent === other.textContent) &&
  ["href", "name", "value", "form"].every((name) => one.getAttribute(name) === other.getAttribute(name));
