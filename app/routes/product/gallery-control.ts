/** Said to the gallery when its pictures have changed places. */
const REORDERED = "gallery:reordered";

/**
 * The gallery's behaviour in the browser, on the server's markup alone: the pictures are a strip to swipe and the thumbnails are
 * links to them, until somebody turns to it. Then keen-slider is fetched (gallery-slider).
 * @param root what holds strip and thumbnails
 * @returns ends it: the strip scrolls again
 */
export function controlGallery(root: HTMLElement): () => void {
  const ended = new AbortController();
  let isAsked = false;
  const begin = () => {
    if (isAsked) return;
    isAsked = true;
    // Both at once: the first would ask for the second only when it has come.
    Promise.all([import("./gallery-slider"), import("keen-slider")])
      .then(([{ moveGallery }]) => moveGallery(root, ended.signal))
      .then((restart) => restart && root.addEventListener(REORDERED, restart, { signal: ended.signal }))
      .catch(() => undefined);
  };
  for (const name of ["pointerenter", "focusin"]) root.addEventListener(name, begin, { signal: ended.signal });
  if (root.matches(":hover,:focus-within")) begin();
  return () => ended.abort();
}

/** Puts the pictures and thumbnails of a colour before the others, and begins at the first; the same where keen-slider moves them. */
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
  if (isChanged) root.dispatchEvent(new Event(REORDERED));
}
