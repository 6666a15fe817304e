import type { KeenSliderInstance } from "keen-slider";

/** A slide of which less than this is in sight is out of it. */
const IN_SIGHT = 0.6;
/** What is left of a slide after rounding is nothing. */
const OUT_OF_SIGHT = 0.001;
/** Nothing scrolled and nobody touched for so long: the list has come to rest. In milliseconds. */
const REST = 150;
const DURATION = 500;
/** A touchpad goes on sending for a while after a push; after such a pause it is another one. */
const PUSH = 300;

interface Options {
  /** What scrolls now, and cuts off what is out of sight afterwards; the list itself, unless it is said. */
  frame?: HTMLElement;
  /** After the last slide comes the first one, for a hand that drags as well. */
  isEndless?: boolean;
  /** Slides lie over each other and fade, instead of moving. */
  fades?: boolean;
  /** Slides out of sight are hidden from ears and from the tab key; otherwise the tab key brings them into sight. */
  hides?: boolean;
  /** Other slides are in sight than before. */
  onShow?: (shown: readonly number[]) => void;
  /** A finger or a mouse button is down on it, or up again. */
  onHold?: (isHeld: boolean) => void;
  /** A hand moves it. */
  onDrag?: () => void;
  onRest?: () => void;
}

export interface Slides {
  /** Numbers of the slides in sight, in the order of the list. */
  shown: () => readonly number[];
  /** Moves as little as brings the slide to the beginning, where the list is long enough. */
  go: (index: number) => void;
  /** One on or one back; both ends lead to the other one. */
  step: (by: 1 | -1) => void;
  /** Lets the pictures be fetched that this step would bring into sight. */
  wake: (by: 1 | -1) => void;
  /** After the list's children changed places: begins at the first. */
  restart: () => void;
}

/**
 * Hands a scroll-snap list over to keen-slider once that has come and the list is at rest. How many slides are in sight and
 * how far they are apart stays the style sheet's: keen-slider is told what was measured, and moves slides by `transform` only,
 * so that nothing changes its place or size when it begins.
 * @param signal gives the list back
 * @returns undefined where keen-slider does not come or cannot work: the list is then as it was
 */
export async function moveSlides(
  list: HTMLElement,
  options: Options,
  signal: AbortSignal,
): Promise<Slides | undefined> {
  if (!("IntersectionObserver" in window && "ResizeObserver" in window)) return undefined;
  const ended = new AbortController();
  signal.addEventListener("abort", () => ended.abort());
  const atRest = watchRest(options.frame ?? list);
  try {
    const { default: KeenSlider } = await import("keen-slider");
    await atRest();
    return signal.aborted ? undefined : startKeen(KeenSlider, list, options, ended.signal);
  } catch {
    ended.abort();
    return undefined;
  }
}

/** @returns waits until nobody touches the list and it does not scroll: whoever swipes is not interrupted */
function watchRest(frame: HTMLElement): () => Promise<void> {
  let isTouched = false;
  let last = Number.NEGATIVE_INFINITY;
  const note = (event: Event) => {
    last = performance.now();
    if ("touches" in event) isTouched = (event as TouchEvent).touches.length > 0;
  };
  const names = ["scroll", "touchstart", "touchmove", "touchend", "touchcancel"];
  for (const name of names) frame.addEventListener(name, note, { passive: true });
  const isMoved = () => isTouched || performance.now() - last < REST;
  return async () => {
    // At least a moment: several lists of one page do not start in one go, which a slow phone would feel.
    do await new Promise((resolve) => setTimeout(resolve, isMoved() ? REST : 0));
    while (isMoved());
    for (const name of names) frame.removeEventListener(name, note);
  };
}

type KeenSlider = typeof import("keen-slider").default;

/** @throws where it cannot; `signal` takes back what was done until then */
function startKeen(Keen: KeenSlider, list: HTMLElement, options: Options, signal: AbortSignal): Slides {
  const { frame = list, isEndless = false, fades = false, hides = false } = options;
  const slidesOf = () => [...list.children] as HTMLElement[];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isRtl = getComputedStyle(list).direction === "rtl";
  const scrolled = frame.scrollLeft;
  let shown: readonly number[] = [];
  let wasDragged = false;
  let pushed = 0;
  /** While one slide fades into another one: those between them are not shown. */
  let crossing: { from: number; to: number; start: number; distance: number } | undefined;

  /** As the style sheet has it at this width, in pixels. */
  const measure = () => {
    const width = list.getBoundingClientRect().width;
    const slide = list.firstElementChild?.getBoundingClientRect().width ?? 0;
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
    return { stride: slide + gap || 1, gap, seen: Math.round((width + gap) / (slide + gap)) || 1, width };
  };
  let measured = measure();

  // The listeners that keep an event from keen-slider have to be there before its own.
  const on = (target: EventTarget, name: string, listener: (event: never) => void, settings = {}) =>
    target.addEventListener(name, listener as EventListener, { passive: true, signal, ...settings });
  /** Two fingers make the page larger, and one moves a page that was made larger. */
  const isZoom = (event: TouchEvent) => event.touches.length > 1 || (window.visualViewport?.scale ?? 1) > 1.05;
  for (const name of ["touchstart", "touchmove"])
    on(frame, name, (event: TouchEvent) => isZoom(event) && event.stopPropagation(), { capture: true });
  // keen-slider takes every button for the first one.
  on(frame, "mousedown", (event: MouseEvent) => event.button !== 0 && event.stopPropagation(), { capture: true });
  // It swallows the click after a drag, and would swallow the next press of a key on a link as well.
  on(
    frame,
    "click",
    (event: MouseEvent) => {
      if (!wasDragged || event.detail !== 0) return;
      wasDragged = false;
      for (const name of ["ksDragStart", "ksDragEnd"]) list.dispatchEvent(new CustomEvent(name));
    },
    { capture: true },
  );

  const slider: KeenSliderInstance = new Keen(list, {
    selector: slidesOf,
    renderMode: "custom",
    loop: isEndless,
    rtl: isRtl,
    rubberband: false,
    mode: isEndless ? "snap" : "free-snap",
    initial: Math.round(Math.abs(scrolled) / measured.stride),
    slides: {
      perView: () => {
        measured = measure();
        return measured.seen;
      },
      spacing: () => measured.gap,
    },
  });
  // Its constructor catches whatever it throws.
  if (!slider.track?.details) throw new Error("keen-slider could not begin.");
  const { track, animator } = slider;

  /** How much of each slide is in sight: from 0 to 1. */
  function portions(): number[] {
    if (!crossing || !animator.active) return track.details.slides.map(({ portion }) => portion);
    const { from, to, start, distance } = crossing;
    const done = (track.details.position - start) / distance;
    return slider.slides.map((_, index) => (index === to ? done : index === from ? 1 - done : 0));
  }

  function draw() {
    const { slides, size } = slider;
    const parts = portions();
    let start = 0;
    let isCovered = false;
    slides.forEach((slide, index) => {
      const place = track.details.slides[index];
      const part = parts[index] ?? 0;
      if (!place) return;
      const isAway = hides && part < OUT_OF_SIGHT && !slide.contains(document.activeElement);
      slide.classList.toggle("away", isAway);
      // From the beginning of the line, whichever side that is.
      const wanted = fades ? 0 : isRtl ? 1 - place.distance - place.size : place.distance;
      const by = fades && isAway ? 0 : (wanted - start) * size * (isRtl ? -1 : 1);
      slide.style.transform = Math.abs(by) > 0.01 ? `translate3d(${by}px,0,0)` : "";
      // Of two slides the lower one stays as it is: what is behind both must not shine through.
      if (fades) slide.style.opacity = isCovered || part < OUT_OF_SIGHT ? String(part) : "";
      if (fades && isAway) slide.style.opacity = "";
      if (!slide.getAttribute("style")) slide.removeAttribute("style");
      isCovered ||= part >= OUT_OF_SIGHT;
      start += place.size + measured.gap / size;
    });
    const now = parts.flatMap((part, index) => (part >= IN_SIGHT ? [index] : []));
    // Between two slides it is still the one before.
    if (now.length === 0 || now.join() === shown.join()) return;
    shown = now;
    options.onShow?.(shown);
  }

  /** Pictures of slides out of sight wait; a slide that is about to come needs its own. */
  function wake(index: number) {
    const { slides } = slider;
    for (let offset = 0; offset < measured.seen; offset++) {
      const slide = slides[track.absToRel(index + offset)];
      for (const image of slide?.querySelectorAll<HTMLImageElement>("img[loading=lazy]") ?? []) image.loading = "eager";
    }
  }

  const current = () => animator.targetIdx ?? track.details.abs;

  function following(by: 1 | -1): number {
    const { maxIdx } = track.details;
    const next = current() + by;
    if (isEndless || (next >= 0 && next <= maxIdx)) return next;
    return by > 0 ? 0 : maxIdx;
  }

  function rest() {
    crossing = undefined;
    draw();
    options.onRest?.();
  }

  /** @param distance as keen-slider counts: by the width of the list */
  function travel(distance: number, isInstant = calm.matches) {
    const isFar = Math.abs(distance * slider.size) > (measured.seen + 0.5) * measured.stride;
    if (distance && !isInstant && (fades || !isFar)) {
      const start = track.details.position;
      const to = track.details.abs + Math.round((distance * slider.size) / measured.stride);
      crossing = fades ? { from: track.details.rel, to: track.absToRel(to), start, distance } : undefined;
      animator.start([{ distance, duration: DURATION, easing: (part) => 1 - (1 - part) ** 5 }]);
      return;
    }
    animator.stop();
    if (distance) track.add(distance);
    // From one end to the other without a ride past everything between.
    if (distance && !isInstant) frame.animate?.([{ opacity: 0 }, { opacity: 1 }], 400);
    rest();
  }

  function go(index: number, isInstant?: boolean) {
    const within = Math.max(0, Math.min(index, track.details.maxIdx));
    wake(within);
    travel(track.idxToDist(within) ?? 0, isInstant);
  }

  function step(by: 1 | -1) {
    const index = following(by);
    wake(index);
    travel(track.idxToDist(index, true) ?? 0);
  }

  slider.on("detailsChanged", draw);
  slider.on("animationEnded", rest);
  slider.on("updated", rest);
  slider.on("dragStarted", () => {
    crossing = undefined;
    wasDragged = false;
    wake(current() + 1);
    wake(current() - 1);
    options.onHold?.(true);
  });
  slider.on("dragged", () => {
    if (!wasDragged) options.onDrag?.();
    wasDragged = true;
  });
  slider.on("dragEnded", () => {
    options.onHold?.(false);
    const target = current();
    // Where it would glide to, it is at once.
    if (calm.matches) travel(track.idxToDist(target, true) ?? 0, true);
    else if (!animator.active) rest();
  });

  // Led to what is out of sight, by the tab key or by a search in the page: the browser scrolled, which is ours to do now.
  on(frame, "scroll", () => {
    const by = (frame.scrollLeft * (isRtl ? -1 : 1)) / measured.stride;
    if (!by) return;
    frame.scrollLeft = 0;
    const from = fades ? 0 : (track.details.position * slider.size) / measured.stride;
    options.onDrag?.();
    go(isEndless ? track.absToRel(Math.round(from + by)) : Math.round(from + by), true);
  });
  // A slide with the focus in it is not hidden, and is as soon as the focus has left.
  on(frame, "focusout", () => setTimeout(draw));
  // Across, on a touchpad. Down is the page's, and both together must not lead back to the page before.
  on(
    frame,
    "wheel",
    (event: WheelEvent) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY) || event.ctrlKey) return;
      event.preventDefault();
      const by = event.deltaX > 0 !== isRtl ? 1 : -1;
      const isNew = event.timeStamp - pushed > PUSH;
      pushed = event.timeStamp;
      const isEnd = !isEndless && Math.sign(following(by) - current()) !== by;
      if (!isNew || isEnd) return;
      options.onDrag?.();
      step(by);
    },
    { passive: false },
  );
  if (window.visualViewport)
    on(window.visualViewport, "resize", () => {
      frame.classList.toggle("zoomed", (window.visualViewport?.scale ?? 1) > 1.05);
    });
  on(window, "pageshow", (event: PageTransitionEvent) => event.persisted && slider.update());
  // Larger text widens the gaps, and no window was resized.
  const sizes = new ResizeObserver(() => {
    const { width, stride } = measure();
    if (width !== measured.width || stride !== measured.stride) slider.update();
  });
  for (const element of [list, list.firstElementChild]) if (element) sizes.observe(element);

  signal.addEventListener("abort", () => {
    sizes.disconnect();
    animator.stop();
    const left = fades ? track.details.rel * measured.stride : track.details.position * slider.size;
    slider.destroy();
    frame.classList.remove("keen", "zoomed");
    for (const slide of slidesOf()) {
      slide.classList.remove("away");
      slide.removeAttribute("style");
    }
    frame.scrollLeft = left * (isRtl ? -1 : 1);
  });

  frame.classList.add("keen");
  if (scrolled) frame.scrollLeft = 0;
  draw();

  return {
    shown: () => shown,
    go,
    step,
    wake: (by) => wake(following(by)),
    restart: () => {
      animator.stop();
      slider.update(undefined, 0);
      wake(0);
    },
  };
}
