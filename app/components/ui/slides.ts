import type { KeenSliderInstance } from "keen-slider";

/** A slide is in sight when at least this share of it is. */
const IN_SIGHT = 0.6;
/** A smaller share is a rounding error. */
const OUT_OF_SIGHT = 0.001;
/** Milliseconds without scrolling or touching after which the list is at rest. */
const REST = 150;
const DURATION = 500;
/** A touchpad goes on sending events after a push; after so many milliseconds it is a new one. */
const PUSH = 300;

interface Options {
  /** The element that scrolls, and later clips the slides; by default the list itself. */
  frame?: HTMLElement;
  /** After the last slide comes the first one, when dragged as well. */
  isEndless?: boolean;
  /** Slides lie over each other and fade, instead of moving. */
  fades?: boolean;
  /** Hides slides out of sight from screen readers and the Tab key. */
  hides?: boolean;
  /** Called when other slides are in sight than before. */
  onShow?: (shown: readonly number[]) => void;
  /** Called when a finger or a mouse button is down on it, or up again. */
  onHold?: (isHeld: boolean) => void;
  /** Called when a person moves it. */
  onDrag?: () => void;
  onRest?: () => void;
}

export interface Slides {
  /** Numbers of the slides in sight, in the order of the list. */
  shown: () => readonly number[];
  /** Moves the shortest way to the slide. */
  go: (index: number) => void;
  /** To the next or the previous slide; from one end to the other. */
  step: (by: 1 | -1) => void;
  /** Loads the pictures that this step would bring into sight. */
  wake: (by: 1 | -1) => void;
  /** Goes to the first slide, after the list's children changed places. */
  restart: () => void;
}

/**
 * Moves a scroll-snap list by keen-slider once that is loaded and the list is at rest. The style
 * sheet sets the slides' number and gaps: keen-slider gets the measured values and only sets
 * `transform`, so that nothing changes its place or size when it starts.
 * @returns undefined when keen-slider cannot be loaded or does not work: the list is unchanged
 */
export async function moveSlides(list: HTMLElement, options: Options): Promise<Slides | undefined> {
  if (!("IntersectionObserver" in window && "ResizeObserver" in window)) return undefined;
  const failed = new AbortController();
  const atRest = watchRest(options.frame ?? list);
  try {
    const { default: KeenSlider } = await import("keen-slider");
    await atRest();
    return startKeen(KeenSlider, list, options, failed.signal);
  } catch {
    failed.abort();
    return undefined;
  }
}

/** @returns a function that waits until nobody touches the list and it does not scroll */
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
    // At least one task, so that several lists of a page do not start at once on a slow phone.
    do await new Promise((resolve) => setTimeout(resolve, isMoved() ? REST : 0));
    while (isMoved());
    for (const name of names) frame.removeEventListener(name, note);
  };
}

type KeenSlider = typeof import("keen-slider").default;

/** @throws when keen-slider does not work; `signal` undoes what was done until then */
function startKeen(Keen: KeenSlider, list: HTMLElement, options: Options, signal: AbortSignal): Slides {
  const { frame = list, isEndless = false, fades = false, hides = false } = options;
  const slidesOf = () => [...list.children] as HTMLElement[];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isRtl = getComputedStyle(list).direction === "rtl";
  const scrolled = frame.scrollLeft;
  let shown: readonly number[] = [];
  let wasDragged = false;
  let pushed = 0;
  /** Set while one slide fades into another: those between them are not shown. */
  let crossing: { from: number; to: number; start: number; distance: number } | undefined;

  /** The style sheet's measures at this width, in pixels. */
  const measure = () => {
    const width = list.getBoundingClientRect().width;
    const slide = list.firstElementChild?.getBoundingClientRect().width ?? 0;
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
    return { stride: slide + gap || 1, gap, seen: Math.round((width + gap) / (slide + gap)) || 1, width };
  };
  let measured = measure();

  // The listeners that keep an event from keen-slider have to be added before its own.
  const on = (target: EventTarget, name: string, listener: (event: never) => void, settings = {}) =>
    target.addEventListener(name, listener as EventListener, { passive: true, signal, ...settings });
  /** Two fingers zoom the page, and one finger moves a zoomed page. */
  const isZoom = (event: TouchEvent) => event.touches.length > 1 || (window.visualViewport?.scale ?? 1) > 1.05;
  for (const name of ["touchstart", "touchmove"])
    on(frame, name, (event: TouchEvent) => isZoom(event) && event.stopPropagation(), { capture: true });
  // keen-slider treats every mouse button as the first one.
  on(frame, "mousedown", (event: MouseEvent) => event.button !== 0 && event.stopPropagation(), { capture: true });
  // It cancels the click after a drag, and would cancel the next key press on a link as well.
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
  // keen-slider's constructor catches its own exceptions.
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
      // Distance from the start of the line, in either direction of writing.
      const wanted = fades ? 0 : isRtl ? 1 - place.distance - place.size : place.distance;
      const by = fades && isAway ? 0 : (wanted - start) * size * (isRtl ? -1 : 1);
      slide.style.transform = Math.abs(by) > 0.01 ? `translate3d(${by}px,0,0)` : "";
      // The lower of two slides stays opaque, so that the background does not show through.
      if (fades) slide.style.opacity = isCovered || part < OUT_OF_SIGHT ? String(part) : "";
      if (fades && isAway) slide.style.opacity = "";
      if (!slide.getAttribute("style")) slide.removeAttribute("style");
      isCovered ||= part >= OUT_OF_SIGHT;
      start += place.size + measured.gap / size;
    });
    const now = parts.flatMap((part, index) => (part >= IN_SIGHT ? [index] : []));
    // Between two slides the previous one still counts as shown.
    if (now.length === 0 || now.join() === shown.join()) return;
    shown = now;
    options.onShow?.(shown);
  }

  /** Loads the lazy pictures of the slides that are about to come into sight. */
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

  /** @param distance in widths of the list, as keen-slider counts */
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
    // A long way is a fade, without moving past everything between.
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
    // With reduced motion it jumps to where it would glide.
    if (calm.matches) travel(track.idxToDist(target, true) ?? 0, true);
    else if (!animator.active) rest();
  });

  // The browser scrolled (Tab key, search in the page): keen-slider moves instead.
  on(frame, "scroll", () => {
    const by = (frame.scrollLeft * (isRtl ? -1 : 1)) / measured.stride;
    if (!by) return;
    frame.scrollLeft = 0;
    const from = fades ? 0 : (track.details.position * slider.size) / measured.stride;
    options.onDrag?.();
    go(isEndless ? track.absToRel(Math.round(from + by)) : Math.round(from + by), true);
  });
  // A slide with the focus is hidden only once the focus has left.
  on(frame, "focusout", () => setTimeout(draw));
  // A touchpad's horizontal movement, which would make the browser go back in its history.
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
  // A larger text size widens the gaps without resizing the window.
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
