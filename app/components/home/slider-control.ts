import { moveSlides, type Slides } from "~/components/ui/slides";
import { QUIET_AFTER_MOVE, SLIDE_DELAY } from "~/domain/section";
import { iconButton, shapes } from "./icon-button";

/**
 * Moves a slider by keen-slider (ui/slides), and adds the timer, its buttons, what stops it, and
 * the live region. Without keen-slider the slider stays a list that scrolls.
 * @param root as `Slider` renders it; hover and focus anywhere in it stop it
 * @returns a function that ends it
 */
export function controlSlider(root: HTMLElement): () => void {
  const ended = new AbortController();
  const track = root.querySelector<HTMLElement>(".track");
  const bar = root.querySelector<HTMLElement>(".slider-bar");
  if (track && bar) void control(root, track, bar, ended.signal);
  return () => ended.abort();
}

async function control(root: HTMLElement, track: HTMLElement, bar: HTMLElement, signal: AbortSignal): Promise<void> {
  const links = [...bar.querySelectorAll("a")];
  const delays = (root.dataset.delays ?? "").split(" ").map(Number);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let slides: Slides | undefined;
  let isPaused = false;
  let isHovered = false;
  let isFocused = false;
  let isHeld = false;
  let isInSight = false;
  /** After a touch nothing moves before this time, in milliseconds since 1970. */
  let restUntil = 0;
  let timer: number | undefined;

  const rest = () => {
    restUntil = Date.now() + QUIET_AFTER_MOVE;
  };

  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { signal });

  // Before keen-slider is loaded, since the pointer may be there already.
  on(root, "pointerenter", (event) => {
    isHovered = (event as PointerEvent).pointerType === "mouse";
    schedule();
  });
  on(root, "pointerleave", () => {
    isHovered = false;
    schedule();
  });
  on(root, "focusin", (event) => {
    isFocused = isFocusSeen(event.target as Element);
    schedule();
  });
  on(root, "focusout", () => {
    isFocused = false;
    schedule();
  });
  const active = document.activeElement;
  isFocused = active !== null && root.contains(active) && isFocusSeen(active);

  slides = await moveSlides(
    track,
    {
      isEndless: root.dataset.endless !== undefined,
      hides: true,
      onShow: mark,
      onHold: (isDown) => {
        isHeld = isDown;
        rest();
        schedule();
      },
      onDrag: byHand,
      onRest: schedule,
    },
    signal,
  );
  if (!slides) return;

  const pause = iconButton("Mettre en pause", shapes.pause, () => {
    isPaused = !isPaused;
    restUntil = 0;
    pause.update(isPaused ? "Reprendre le défilement" : "Mettre en pause", isPaused ? shapes.play : shapes.pause);
    track.removeAttribute("aria-live");
    schedule();
  });
  const previous = iconButton("Précédent", shapes.previous, () => step(-1));
  const next = iconButton("Suivant", shapes.next, () => step(1));
  bar.firstElementChild?.append(pause.button);
  bar.lastElementChild?.append(previous.button, next.button);

  function mark(shown: readonly number[]) {
    for (const [index, link] of links.entries())
      if (shown.includes(index)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    bar.classList.toggle("slider-still", shown.length === links.length);
  }

  function schedule() {
    clearTimeout(timer);
    if (!slides || signal.aborted) return;
    pause.button.hidden = calm.matches;
    const shown = slides.shown();
    if (shown.length === links.length || isPaused || calm.matches) return;
    if (isHovered || isFocused || isHeld || !isInSight || document.hidden) return;
    slides.wake(1);
    const wait = Math.max(0, restUntil - Date.now()) + (delays[shown[0] ?? 0] ?? SLIDE_DELAY);
    timer = window.setTimeout(() => {
      track.removeAttribute("aria-live");
      slides?.step(1);
    }, wait);
  }

  /** The new slide is read out when a person moved the slider, never when the timer did. */
  function byHand() {
    track.setAttribute("aria-live", "polite");
    rest();
    schedule();
  }

  function step(by: 1 | -1) {
    byHand();
    slides?.step(by);
  }

  for (const [index, link] of links.entries())
    on(link, "click", (event) => {
      event.preventDefault();
      byHand();
      slides?.go(index);
    });
  on(document, "visibilitychange", schedule);
  on(calm, "change", schedule);
  const observer = new IntersectionObserver(
    ([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
      schedule();
    },
    { threshold: 0.5 },
  );
  observer.observe(track);
  schedule();

  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const { button } of [pause, previous, next]) button.remove();
    mark([]);
    track.removeAttribute("aria-live");
  });
}

/** Focus that a touch left on a button does not stop the slider. */
function isFocusSeen(element: Element): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}
