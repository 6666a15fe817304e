/**
 * A press on a link to the map opens it in a frame: until then nothing of another site is loaded.
 * Once the frame is open the link is a link again, since the frame may stay empty.
 */
export function openMaps(part: HTMLElement): void {
  part.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-map]");
    // With a key held the browser opens a new tab or a download.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { map = "", title = "" } = link.dataset;
    if (link.nextElementSibling) {
      // The second half of a double click does not follow the link.
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
  });
}
