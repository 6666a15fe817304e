/** Event on the gallery when its pictures have changed places. */
const REORDERED = "gallery:reordered";

/**
 * Loads keen-slider (gallery-slider) once somebody uses the gallery. Until then the pictures are a
 * strip that scrolls, and the thumbnails are links to them.
 * @param root the element around strip and thumbnails
 * @returns a function that ends it: the strip scrolls again
 */
export function controlGallery(root: HTMLElement): () => void {
  const ended = new AbortController();
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    // Both at once, since the first would import the second only later.
    Promise.all([import("./gallery-slider"), import("keen-slider")])
      .then(([{ moveGallery }]) => moveGallery(root, ended.signal))
      .then((restart) => restart && root.addEventListener(REORDERED, restart, { signal: ended.signal }))
      .catch(() => undefined);
  };
  markFirst(root);
  for (const name of ["pointerenter", "focusin"]) root.addEventListener(name, begin, { signal: ended.signal });
  if (root.matches(":hover,:focus-within")) begin();
  return () => ended.abort();
}

/** Frames the first picture's thumbnail, until the gallery is moved (gallery-slider). */
const markFirst = (root: HTMLElement) => mark([...root.querySelectorAll("nav a")], 0);

export function mark(elements: readonly Element[], current: number): void {
  for (const [index, element] of elements.entries())
    if (index === current) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
}

/** Puts the pictures and thumbnails of a colour before the others, and goes to the first. */
export function showColor(root: HTMLElement, color: string): void {
  const isOf = (item: Element) => Number((item as HTMLElement).dataset.color === color);
  let isChanged = false;
  for (const list of root.querySelectorAll("section ul, nav ul")) {
    const items = [...list.children];
    const ordered = [...items].sort((a, b) => isOf(b) - isOf(a));
    if (ordered.every((item, index) => item === items[index])) continue;
    isChanged = true;
    list.append(...ordered);
    list.parentElement?.scrollTo({ left: 0 });
  }
  if (!isChanged) return;
  markFirst(root);
  root.dispatchEvent(new Event(REORDERED));
}
