/**
 * The links to the map open it here, on a press: until then nothing of another site is loaded. Without scripts they are links,
 * and so they are again once their map is open: a frame that stays empty is not the end of the way.
 * @returns stops it
 */
export function openMaps(part: HTMLElement): () => void {
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-map]");
    // With a key held, the browser's own is meant: a new tab, a download.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { map = "", title = "" } = link.dataset;
    if (link.nextElementSibling) {
      // The second half of a double click is not a way to the other site.
      if (event.detail > 1) event.preventDefault();
      return;
    }
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = map;
    frame.title = title;
    frame.height = "320";
    frame.className = "mt-2 w-full";
    frame.referrerPolicy = "strict-origin";
    link.after(frame);
    frame.focus();
  };
  part.addEventListener("click", open);
  return () => part.removeEventListener("click", open);
}
