import { moveSlides, type Slides } from "~/components/ui/slides";

/**
 * Moves strip and thumbnails by keen-slider (ui/slides), and adds dots and keys (section 2).
 * Without keen-slider both stay lists that scroll.
 * @param mark marks the current one of some elements
 * @returns a function to call when the pictures have changed places; undefined without keen-slider
 */
export async function moveGallery(
  root: HTMLElement,
  mark: (elements: readonly Element[], current: number) => void,
): Promise<(() => void) | undefined> {
  const strip = root.querySelector("section");
  const list = strip?.querySelector("ul");
  if (!strip || !list || list.childElementCount < 2) return undefined;

  const thumbs = () => [...root.querySelectorAll<HTMLAnchorElement>("a[href^='#photo-']")];
  const bar = document.createElement("div");
  bar.className = "dots";

  let pictures: Slides | undefined;
  let row: Slides | undefined;
  const line = root.querySelector<HTMLElement>("nav ul");
  // Thumbnails are never hidden, since screen readers need the links to all pictures.
  [pictures, row] = await Promise.all([
    moveSlides(list, {
      frame: strip,
      isEndless: true,
      fades: true,
      hides: true,
      onShow: follow,
      onDrag: readOut,
    }),
    line ? moveSlides(line, { frame: line.parentElement ?? line }) : undefined,
  ]);
  if (!pictures) return undefined;
  drawDots();
  strip.after(bar);
  follow(pictures.shown());

  function drawDots() {
    const count = list?.childElementCount ?? 0;
    const dots = Array.from({ length: count }, (_, index) => {
      const dot = document.createElement("button");
      dot.type = "button";
      dot.className = "dot";
      dot.setAttribute("aria-label", `Photo ${index + 1} sur ${count}`);
      dot.addEventListener("click", () => go(index));
      return dot;
    });
    bar.replaceChildren(...dots);
  }

  function follow(shown: readonly number[]) {
    const [index] = shown;
    if (index === undefined) return;
    mark([...bar.children], index);
    mark(thumbs(), index);
    if (row && !row.shown().includes(index)) row.go(index);
    // A link out of sight does not keep the focus.
    if (list?.contains(document.activeElement))
      list.children[index]?.querySelector("a")?.focus({ preventScroll: true });
  }

  /** Lets screen readers read the new picture, once a person has moved the gallery. */
  function readOut() {
    list?.setAttribute("aria-live", "polite");
  }

  function go(index: number) {
    readOut();
    pictures?.go(index);
  }

  root.addEventListener("click", (event) => {
    const index = thumbs().findIndex((thumb) => thumb.contains(event.target as Node));
    if (index < 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(index);
  });
  strip.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = getComputedStyle(strip).direction === "rtl";
    const by = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[event.key] as 1 | -1 | undefined;
    const end = { Home: 0, End: list.childElementCount - 1 }[event.key];
    if (by === undefined && end === undefined) return;
    event.preventDefault();
    if (end !== undefined) return go(end);
    readOut();
    if (by) pictures?.step(by);
  });
  return () => {
    list.removeAttribute("aria-live");
    for (const slides of [row, pictures]) slides?.restart();
    drawDots();
    // The same index may be shown as before, but with another element.
    follow(pictures?.shown() ?? []);
  };
}
