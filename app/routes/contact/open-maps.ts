/**
 * The links to the map open it here, on a press: until then nothing of another site is loaded. Without scripts they are links.
 * @returns takes it all away again
 */
export function openMaps(part: HTMLElement): () => void {
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-map]");
    // With a key held, the browser's own new tab is meant.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { map = "", title = "" } = link.dataset;
    const frame = document.createElement("iframe");
    frame.src = map;
    frame.title = title;
    frame.height = "320";
    frame.className = "mt-2 w-full";
    frame.referrerPolicy = "strict-origin";
    frame.tabIndex = -1;
    link.replaceWith(frame);
    frame.focus();
  };
  part.addEventListener("click", open);
  return () => part.removeEventListener("click", open);
}
