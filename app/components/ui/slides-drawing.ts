import type { KeenSliderInstance } from "keen-slider";

/** A smaller share of a slide in sight is a rounding error. */
const OUT_OF_SIGHT = 0.001;

/** The style sheet's measures at this width, in pixels. */
interface Measures {
  /** From the start of one slide to that of the next. */
  stride: number;
  gap: number;
  /** How many slides are in sight. */
  seen: number;
  width: number;
}

/** One slide fades into another: those between them are not shown. */
export interface Crossing {
  from: number;
  to: number;
  start: number;
  distance: number;
}

interface Looks {
  isRtl: boolean;
  fades: boolean;
  hides: boolean;
}

export function measure(list: HTMLElement): Measures {
  const width = list.getBoundingClientRect().width;
  const slide = list.firstElementChild?.getBoundingClientRect().width ?? 0;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  return { stride: slide + gap || 1, gap, seen: Math.round((width + gap) / (slide + gap)) || 1, width };
}

/** How much of each slide is in sight: from 0 to 1. */
export function portionsOf({ slides, track, animator }: KeenSliderInstance, crossing: Crossing | undefined): number[] {
  if (!crossing || !animator.active) return track.details.slides.map(({ portion }) => portion);
  const { from, to, start, distance } = crossing;
  const done = (track.details.position - start) / distance;
  return slides.map((_, index) => (index === to ? done : index === from ? 1 - done : 0));
}

export function drawSlides(
  { slides, size, track }: KeenSliderInstance,
  portions: readonly number[],
  { gap }: Measures,
  { isRtl, fades, hides }: Looks,
): void {
  let start = 0;
  let isCovered = false;
  slides.forEach((slide, index) => {
    const target = track.details.slides[index];
    const portion = portions[index] ?? 0;
    if (!target) return;
    const isAway = hides && portion < OUT_OF_SIGHT && !slide.contains(document.activeElement);
    slide.classList.toggle("away", isAway);
    // Distance from the start of the line, in either direction of writing.
    const distance = fades ? 0 : isRtl ? 1 - target.distance - target.size : target.distance;
    const by = fades && isAway ? 0 : (distance - start) * size * (isRtl ? -1 : 1);
    slide.style.transform = Math.abs(by) > 0.01 ? `translate3d(${by}px,0,0)` : "";
    // The lower of two slides stays opaque, so that the background does not show through.
    if (fades) slide.style.opacity = !isAway && (isCovered || portion < OUT_OF_SIGHT) ? String(portion) : "";
    if (!slide.getAttribute("style")) slide.removeAttribute("style");
    isCovered ||= portion >= OUT_OF_SIGHT;
    start += target.size + gap / size;
  });
}

export function eraseDrawing(slides: Iterable<Element>): void {
  for (const slide of slides) {
    slide.classList.remove("away");
    slide.removeAttribute("style");
  }
}
