/** What keen-slider would take wrongly, and what it does not hear of (decision 017). */

/** A touchpad goes on sending events after a push; after so many milliseconds it is a new one. */
const PUSH = 300;

type Listen = (target: EventTarget, name: string, listener: (event: never) => void, capture?: boolean) => void;

const listenUntil =
  (signal: AbortSignal): Listen =>
  (target, name, listener, capture = false) =>
    target.addEventListener(name, listener as EventListener, { passive: true, capture, signal });

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.05;

/**
 * Keeps events from keen-slider; to be called before it starts, so that these listeners come first.
 * @returns whether a drag has moved the list, which the caller keeps
 */
export function keepEventsFromKeen(list: HTMLElement, frame: HTMLElement, signal: AbortSignal) {
  const drag = { hasMoved: false };
  const on = listenUntil(signal);
  // Two fingers zoom the page, and one finger moves a zoomed page.
  for (const name of ["touchstart", "touchmove"])
    on(frame, name, (event: TouchEvent) => (event.touches.length > 1 || isZoomed()) && event.stopPropagation(), true);
  // keen-slider treats every mouse button as the first one.
  on(frame, "mousedown", (event: MouseEvent) => event.button !== 0 && event.stopPropagation(), true);
  // It cancels the click after a drag, and would cancel the next key press on a link as well.
  const onClick = (event: MouseEvent) => {
    if (!drag.hasMoved || event.detail !== 0) return;
    drag.hasMoved = false;
    for (const name of ["ksDragStart", "ksDragEnd"]) list.dispatchEvent(new CustomEvent(name));
  };
  on(frame, "click", onClick, true);
  return drag;
}

interface Reactions {
  isRtl: boolean;
  /** The browser scrolled (Tab key, search in the page), by so many pixels towards the end. */
  onScroll: (pixels: number) => void;
  /** A touchpad was pushed sideways. */
  onPush: (by: 1 | -1) => void;
  /** The list or its slides may have another size. */
  onResize: () => void;
  onBlur: () => void;
  /** The page comes back from the browser's memory. */
  onReturn: () => void;
}

/** Hears what the browser does to the list without keen-slider. */
export function followBrowser(list: HTMLElement, frame: HTMLElement, signal: AbortSignal, reactions: Reactions): void {
  const { isRtl, onScroll, onPush, onBlur, onResize, onReturn } = reactions;
  const on = listenUntil(signal);
  on(frame, "scroll", () => {
    const by = frame.scrollLeft * (isRtl ? -1 : 1);
    if (!by) return;
    frame.scrollLeft = 0;
    onScroll(by);
  });
  on(frame, "focusout", onBlur);
  let pushed = 0;
  const onWheel = (event: WheelEvent) => {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY) || event.ctrlKey) return;
    // The browser would go back in its history.
    event.preventDefault();
    const isNew = event.timeStamp - pushed > PUSH;
    pushed = event.timeStamp;
    if (isNew) onPush(event.deltaX > 0 !== isRtl ? 1 : -1);
  };
  frame.addEventListener("wheel", onWheel, { passive: false, signal });
  if (window.visualViewport)
    on(window.visualViewport, "resize", () => void frame.classList.toggle("zoomed", isZoomed()));
  on(window, "pageshow", (event: PageTransitionEvent) => event.persisted && onReturn());
  // A larger text size widens the gaps without resizing the window.
  const sizes = new ResizeObserver(onResize);
  for (const element of [list, list.firstElementChild]) if (element) sizes.observe(element);
  signal.addEventListener("abort", () => sizes.disconnect());
}
