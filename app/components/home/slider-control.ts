import { QUIET_AFTER_MOVE, SLIDE_DELAY } from "~/domain/section";
import { iconButton, shapes } from "./icon-button";

/** A slide of which less than this is in sight is out of it. */
const IN_SIGHT = 0.6;
const OUT_OF_SIGHT = 0.05;
/** Nothing scrolled for so long: the list has come to rest. */
const REST = 120;

/**
 * Lets a slider move by itself and by buttons; swiping is the browser's. While the list is at rest, slides out of sight are
 * hidden from ears and from the tab key.
 * @param root as `Slider` renders it; hover and focus anywhere in it stop it
 * @returns ends it
 */
export function controlSlider(root: HTMLElement): () => void {
  const track = root.querySelector<HTMLElement>(".track");
  const bar = root.querySelector<HTMLElement>(".slider-bar");
  const nothing = () => undefined;
  if (!track || !bar || !("IntersectionObserver" in window)) return nothing;

  const slides = [...track.children] as HTMLElement[];
  const links = [...bar.querySelectorAll("a")];
  const delays = (root.dataset.delays ?? "").split(" ").map(Number);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const ended = new AbortController();
  /** Numbers of the slides in sight. */
  let shown: number[] = [];
  let isPaused = false;
  let isHovered = false;
  let isFocused = false;
  let isNear = false;
  /** Somebody moved it, or touched it: nothing moves before. */
  let quietUntil = 0;
  /** Where it was told to go, until it has come there. */
  let goal: number | undefined;
  let moving: number | undefined;
  let resting: number | undefined;

  const pause = iconButton("Mettre en pause", shapes.pause, () => {
    isPaused = !isPaused;
    quietUntil = 0;
    pause.say(isPaused ? "Reprendre le défilement" : "Mettre en pause", isPaused ? shapes.play : shapes.pause);
    track.removeAttribute("aria-live");
    plan();
  });
  const previous = iconButton("Précédent", shapes.previous, () => byHand(following(-1)));
  const next = iconButton("Suivant", shapes.next, () => byHand(following(1)));
  bar.firstElementChild?.append(pause.button);
  bar.lastElementChild?.append(previous.button, next.button);

  const fits = () => shown.length === slides.length;

  /** The first slide to be in sight after a step; both ends lead to the other one. */
  function following(by: 1 | -1): number {
    const first = shown[0] ?? 0;
    const last = shown.at(-1) ?? 0;
    if (by > 0) return last >= slides.length - 1 ? 0 : first + 1;
    return first <= 0 ? slides.length - 1 : first - 1;
  }

  function plan() {
    clearTimeout(moving);
    pause.button.hidden = calm.matches;
    if (shown.length === 0 || fits() || isPaused || calm.matches) return;
    if (isHovered || isFocused || !isNear || document.hidden) return;
    const index = following(1);
    wake(index);
    const wait = Math.max(0, quietUntil - Date.now()) + (delays[shown[0] ?? 0] ?? SLIDE_DELAY);
    moving = window.setTimeout(() => {
      track?.removeAttribute("aria-live");
      scrollTo(index);
    }, wait);
  }

  /** Pictures of slides out of sight wait; a slide that is about to come needs its own. */
  function wake(index: number) {
    for (const slide of slides.slice(index, index + Math.max(1, shown.length)))
      for (const image of slide.querySelectorAll<HTMLImageElement>("img[loading=lazy]")) image.loading = "eager";
  }

  function scrollTo(index: number) {
    const slide = slides[index];
    if (!slide || !track) return;
    goal = index;
    wake(index);
    uncover();
    const left = slide.getBoundingClientRect().left - track.getBoundingClientRect().left;
    // From one end to the other without a ride past everything between.
    const isFar = Math.abs(index - (shown[0] ?? 0)) > Math.max(1, shown.length);
    track.scrollBy({ left, behavior: calm.matches || isFar ? "auto" : "smooth" });
    if (isFar && !calm.matches) track.animate?.([{ opacity: 0 }, { opacity: 1 }], 400);
    rest();
  }

  function byHand(index: number) {
    // What comes into sight is read out after a hand, never after the clock.
    track?.setAttribute("aria-live", "polite");
    quietUntil = Date.now() + QUIET_AFTER_MOVE;
    scrollTo(index);
  }

  function uncover() {
    for (const slide of slides) slide.classList.remove("away");
  }

  function rest() {
    clearTimeout(resting);
    resting = window.setTimeout(look, REST);
  }

  /** At rest: what is in sight, and what is not. */
  function look() {
    if (!track || !bar) return;
    const box = track.getBoundingClientRect();
    const parts = slides.map((slide) => {
      const { left, right, width } = slide.getBoundingClientRect();
      return (Math.min(right, box.right) - Math.max(left, box.left)) / (width || 1);
    });
    const before = shown.join();
    shown = parts.flatMap((part, index) => (part >= IN_SIGHT ? [index] : []));
    slides.forEach((slide, index) => {
      const isAway = (parts[index] ?? 0) < OUT_OF_SIGHT && !slide.contains(document.activeElement);
      slide.classList.toggle("away", isAway && shown.length > 0);
      if (shown.includes(index)) links[index]?.setAttribute("aria-current", "true");
      else links[index]?.removeAttribute("aria-current");
    });
    bar.classList.toggle("slider-still", fits());
    // Between two slides is no rest.
    if (shown.length === 0) rest();
    // Moved, and not by us: swiped.
    if (before && before !== shown.join() && goal === undefined) quietUntil = Date.now() + QUIET_AFTER_MOVE;
    if (goal !== undefined && shown.includes(goal)) goal = undefined;
    plan();
  }

  const on = (target: EventTarget, name: string, listener: (event: Event) => void, passive = true) =>
    target.addEventListener(name, listener, { passive, signal: ended.signal });

  links.forEach((link, index) => {
    on(
      link,
      "click",
      (event) => {
        event.preventDefault();
        byHand(index);
      },
      false,
    );
  });
  on(track, "scroll", () => {
    uncover();
    rest();
  });
  on(track, "touchstart", () => {
    goal = undefined;
    quietUntil = Date.now() + QUIET_AFTER_MOVE;
    uncover();
    rest();
    plan();
  });
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
  on(document, "visibilitychange", plan);
  on(window, "resize", rest);
  on(calm, "change", plan);
  const sight = new IntersectionObserver(
    ([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      plan();
    },
    { threshold: 0.5 },
  );
  sight.observe(track);
  const active = document.activeElement;
  isFocused = active !== null && root.contains(active) && isFocusSeen(active);
  look();

  return () => {
    ended.abort();
    sight.disconnect();
    clearTimeout(moving);
    clearTimeout(resting);
    for (const { button } of [pause, previous, next]) button.remove();
    uncover();
  };
}

/** A finger that pressed a button leaves the focus there, and has not stopped to read. */
function isFocusSeen(element: Element): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}
