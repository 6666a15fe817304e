import { enhanceCards } from "~/components/catalogue/enhance-cards";
import { quietly } from "~/components/ui/may-fail";
import { revealCards } from "~/components/ui/reveal";
import { moveSlides, type Slides } from "~/components/ui/slides";
import { QUIET_AFTER_MOVE, SLIDE_DELAY } from "~/domain/content/section";

export function enhanceHome(home: HTMLElement): void {
  const all = (selector: string) => home.querySelectorAll<HTMLElement>(selector);
  for (const slider of all(".slider")) {
    const [track, bar] = [".track", ".slider-bar"].map((part) => slider.querySelector<HTMLElement>(part));
    if (track && bar) void controlSlider(slider, track, bar);
  }
  for (const list of all("[data-reveal]")) revealCards(list);
  enhanceCards(home);
}

/**
 * Moves a slider by keen-slider (ui/slides), and adds the timer, its buttons, what stops it, and
 * the live region. Without keen-slider the slider stays a list that scrolls.
 * @param root as `Slider` renders it; hover and focus anywhere in it stop it
 */
async function controlSlider(root: HTMLElement, track: HTMLElement, bar: HTMLElement): Promise<void> {
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

  // Before keen-slider is loaded, since the pointer may be there already.
  root.addEventListener("pointerenter", ({ pointerType }) => {
    isHovered = pointerType === "mouse";
    schedule();
  });
  root.addEventListener("pointerleave", () => {
    isHovered = false;
    schedule();
  });
  root.addEventListener("focusin", ({ target }) => {
    isFocused = isFocusSeen(target as Element);
    schedule();
  });
  root.addEventListener("focusout", () => {
    isFocused = false;
    schedule();
  });
  const active = document.activeElement;
  isFocused = active !== null && root.contains(active) && isFocusSeen(active);

  // Starting every slider at once would keep a slow phone busy while the page loads.
  if ("IntersectionObserver" in window) await comesNear(track);
  slides = await moveSlides(track, {
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
  });
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
    if (!slides) return;
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
    link.addEventListener("click", (event) => {
      event.preventDefault();
      byHand();
      slides?.go(index);
    });
  document.addEventListener("visibilitychange", schedule);
  calm.addEventListener("change", schedule);
  const observer = new IntersectionObserver(
    ([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
      schedule();
    },
    { threshold: 0.5 },
  );
  observer.observe(track);
  schedule();
}

/** Waits until it is at most half a window away. */
const comesNear = (track: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: "50% 0px" },
    );
    observer.observe(track);
  });

/** Focus that a touch left on a button does not stop the slider. */
const isFocusSeen = (element: Element): boolean => quietly(() => element.matches(":focus-visible")) ?? true;

const shapes = {
  pause: "M9 5v14M15 5v14",
  play: "M8 5v14l11-7z",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
};

/** A button that works with scripts only, and is made by them. */
function iconButton(label: string, shape: string, onPress: () => void) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon";
  button.innerHTML =
    '<span class="sr-only"></span><svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path/></svg>';
  const update = (words: string, path: string) => {
    const [text, drawing] = [button.querySelector("span"), button.querySelector("path")];
    if (text) text.textContent = words;
    drawing?.setAttribute("d", path);
  };
  update(label, shape);
  button.addEventListener("click", onPress);
  return { button, update };
}
