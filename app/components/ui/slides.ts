import { addStyles } from "./may-fail";
import css from "./slides.css?inline";
import { type Crossing, drawSlides, eraseDrawing, measure, portionsOf } from "./slides-drawing";
import { followBrowser, keepEventsFromKeen } from "./slides-guards";

/** A slide is in sight when at least this share of it is. */
const IN_SIGHT = 0.6;
/** Milliseconds without scrolling or touching after which the list is at rest. */
const REST = 150;
const DURATION = 500;

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
    addStyles(css);
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
  const onMove = (event: Event) => {
    last = performance.now();
    if ("touches" in event) isTouched = (event as TouchEvent).touches.length > 0;
  };
  const names = ["scroll", "touchstart", "touchmove", "touchend", "touchcancel"];
  for (const name of names) frame.addEventListener(name, onMove, { passive: true });
  const isMoved = () => isTouched || performance.now() - last < REST;
  return async () => {
    // At least one task, so that several lists of a page do not start at once on a slow phone.
    do await new Promise((resolve) => setTimeout(resolve, isMoved() ? REST : 0));
    while (isMoved());
    for (const name of names) frame.removeEventListener(name, onMove);
  };
}

type KeenSlider = typeof import("keen-slider").default;

/** @throws when keen-slider does not work; `signal` undoes what was done until then */
function startKeen(Keen: KeenSlider, list: HTMLElement, options: Options, signal: AbortSignal): Slides {
  const { frame = list, isEndless = false, fades = false, hides = false } = options;
  const slidesOf = () => [...list.children] as HTMLElement[];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // It stays in this direction, whatever a translator does to the page.
  list.dir = getComputedStyle(list).direction;
  const isRtl = list.dir === "rtl";
  const scrolled = frame.scrollLeft;
  let shown: readonly number[] = [];
  let crossing: Crossing | undefined;
  let measures = measure(list);

  const drag = keepEventsFromKeen(list, frame, signal);
  const slider = new Keen(list, {
    selector: slidesOf,
    renderMode: "custom",
    loop: isEndless,
    rtl: isRtl,
    rubberband: false,
    mode: isEndless ? "snap" : "free-snap",
    initial: Math.round(Math.abs(scrolled) / measures.stride),
    slides: {
      perView: () => {
        measures = measure(list);
        return measures.seen;
      },
      spacing: () => measures.gap,
    },
  });
  // keen-slider's constructor catches its own exceptions.
  if (!slider.track?.details) throw new Error("keen-slider could not begin.");
  const { track, animator } = slider;

  function draw() {
    const portions = portionsOf(slider, crossing);
    drawSlides(slider, portions, measures, { isRtl, fades, hides });
    const inSight = portions.flatMap((portion, index) => (portion >= IN_SIGHT ? [index] : []));
    // Between two slides the previous one still counts as shown.
    if (inSight.length === 0 || inSight.join() === shown.join()) return;
    shown = inSight;
    options.onShow?.(shown);
  }

  /** Loads the lazy pictures of the slides that are about to come into sight. */
  function wake(index: number) {
    for (let offset = 0; offset < measures.seen; offset++) {
      const slide = slider.slides[track.absToRel(index + offset)];
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
    const isFar = Math.abs(distance * slider.size) > (measures.seen + 0.5) * measures.stride;
    if (distance && !isInstant && (fades || !isFar)) {
      const start = track.details.position;
      const to = track.details.abs + Math.round((distance * slider.size) / measures.stride);
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
    drag.hasMoved = false;
    wake(current() + 1);
    wake(current() - 1);
    options.onHold?.(true);
  });
  slider.on("dragged", () => {
    if (!drag.hasMoved) options.onDrag?.();
    drag.hasMoved = true;
  });
  slider.on("dragEnded", () => {
    options.onHold?.(false);
    // With reduced motion it jumps to where it would glide.
    if (calm.matches) travel(track.idxToDist(current(), true) ?? 0, true);
    else if (!animator.active) rest();
  });

  followBrowser(list, frame, signal, {
    isRtl,
    // keen-slider moves instead.
    onScroll: (pixels) => {
      const from = fades ? 0 : (track.details.position * slider.size) / measures.stride;
      const index = Math.round(from + pixels / measures.stride);
      options.onDrag?.();
      go(isEndless ? track.absToRel(index) : index, true);
    },
    onPush: (by) => {
      if (!isEndless && Math.sign(following(by) - current()) !== by) return;
      options.onDrag?.();
      step(by);
    },
    onResize: () => {
      const { width, stride } = measure(list);
      if (width !== measures.width || stride !== measures.stride) slider.update();
    },
    onReturn: () => slider.update(),
    // A slide with the focus is hidden only once the focus has left.
    onBlur: () => setTimeout(draw),
  });

  signal.addEventListener("abort", () => {
    animator.stop();
    const left = fades ? track.details.rel * measures.stride : track.details.position * slider.size;
    slider.destroy();
    frame.classList.remove("keen", "zoomed");
    eraseDrawing(slidesOf());
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
