import { moveSlides, type Slides } from "~/components/ui/slides";
import { QUIET_AFTER_MOVE, SLIDE_DELAY } from "~/domain/section";
import { iconButton, shapes } from "./icon-button";

/**
 * Hands a slider over to keen-slider (ui/slides), and adds what that does not do: time, buttons, what stops it, and what is
 * read out. Where keen-slider does not come the slider stays the list that it is.
 * @param root as `Slider` renders it; hover and focus anywhere in it stop it
 * @returns ends it
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
  let isNear = false;
  /** Somebody moved it, or touched it: nothing moves before. */
  let quietUntil = 0;
  let moving: number | undefined;

  const beQuiet = () => {
    quietUntil = Date.now() + QUIET_AFTER_MOVE;
  };

  const on = (target: EventTarget, name: string, listener: (event: Event) => void) =>
    target.addEventListener(name, listener, { signal });

  // Watched from now on: a mouse may have come before keen-slider has.
  on(root, "pointerenter", (event) => {
    isHovered = (event as PointerEvent).pointerType === "mouse";
    plan();
  });
  on(root, "pointerleave", () => {
    isHovered = false;
    plan();
  });
  on(root, "focusin", (event) => {
    isFocused = isFocusSeen(event.target as Element);
    plan();
  });
  on(root, "focusout", () => {
    isFocused = false;
    plan();
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
        beQuiet();
        plan();
      },
      onDrag: byHand,
      onRest: plan,
    },
    signal,
  );
  if (!slides) return;

  const pause = iconButton("Mettre en pause", shapes.pause, () => {
    isPaused = !isPaused;
    quietUntil = 0;
    pause.say(isPaused ? "Reprendre le défilement" : "Mettre en pause", isPaused ? shapes.play : shapes.pause);
    track.removeAttribute("aria-live");
    plan();
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

  function plan() {
    clearTimeout(moving);
    if (!slides || signal.aborted) return;
    pause.button.hidden = calm.matches;
    const shown = slides.shown();
    if (shown.length === links.length || isPaused || calm.matches) return;
    if (isHovered || isFocused || isHeld || !isNear || document.hidden) return;
    slides.wake(1);
    const wait = Math.max(0, quietUntil - Date.now()) + (delays[shown[0] ?? 0] ?? SLIDE_DELAY);
    moving = window.setTimeout(() => {
      track.removeAttribute("aria-live");
      slides?.step(1);
    }, wait);
  }

  /** What comes into sight is read out after a hand, never after the clock. */
  function byHand() {
    track.setAttribute("aria-live", "polite");
    beQuiet();
    plan();
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
  on(document, "visibilitychange", plan);
  on(calm, "change", plan);
  const sight = new IntersectionObserver(
    ([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      plan();
    },
    { threshold: 0.5 },
  );
  sight.observe(track);
  plan();

  signal.addEventListener("abort", () => {
    sight.disconnect();
    clearTimeout(moving);
    for (const { button } of [pause, previous, next]) button.remove();
    mark([]);
    track.removeAttribute("aria-live");
  });
}

/** A finger that pressed a button leaves the focus there, and has not stopped to read. */
function isFocusSeen(element: Element): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}
