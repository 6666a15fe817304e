import type { Animation } from "~/domain/content/content";

type Kind = Animation["type"];

const beginnings: Record<Kind, Keyframe> = {
  fade: { opacity: 0 },
  slide: { opacity: 0, transform: "translateY(24px)" },
  zoom: { opacity: 0, transform: "scale(.94)" },
  bounce: { opacity: 0, transform: "translateY(24px)" },
};
const easings: Partial<Record<Kind, string>> = { bounce: "cubic-bezier(.3,1.6,.6,1)" };

/** Cards after this one have the same delay. */
const LAST_DELAYED = 4;

/** The value of `data-reveal`; undefined without animation. */
export function revealText({ enabled, type, duration, delay, stagger }: Animation): string | undefined {
  return enabled ? [type, duration, delay, stagger].join(" ") : undefined;
}

/**
 * Lets the cards of a list appear one after the other when it comes into sight (section 9). Only
 * the paint is delayed. A list that is in sight when the page opens does not move.
 * @returns a function that stops observing
 */
export function revealCards(list: HTMLElement): () => void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const nothing = () => undefined;
  if (!("IntersectionObserver" in window) || !list.animate) return nothing;
  const [type = "fade", ...times] = (list.dataset.reveal ?? "").split(" ");
  const [duration = 0, delay = 0, stagger = 0] = times.map(Number);
  let isFirstLook = true;
  const observer = new IntersectionObserver(([entry]) => {
    const isInSight = entry?.isIntersecting ?? false;
    if (isInSight) observer.disconnect();
    if (isInSight && !isFirstLook && !calm.matches)
      [...list.children].forEach((card, index) => {
        card.animate([beginnings[type as Kind], {}], {
          duration,
          delay: delay + stagger * Math.min(index, LAST_DELAYED),
          easing: easings[type as Kind] ?? "ease-out",
          fill: "backwards",
        });
      });
    isFirstLook = false;
  });
  observer.observe(list);
  return () => observer.disconnect();
}
