import { controlGallery, showColor } from "./gallery-control";

/** What scripts add to the gallery: it moves, shows the chosen colour's pictures first, and shares by the device's own means. */
export function enhanceGallery(root: HTMLElement): void {
  controlGallery(root);

  const form = document.querySelector<HTMLFormElement>("form[id=livraison]");
  const follow = () => {
    const color = form && new FormData(form).get("couleur");
    if (typeof color === "string") showColor(root, color);
  };
  form?.addEventListener("input", follow);
  // What the browser put back counts as well.
  follow();

  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='mailto:']");
    if (!link || !(navigator.share || navigator.clipboard)) return;
    event.preventDefault();
    import("./share").then(({ share }) => share(link)).catch(() => location.assign(link.href));
  });
}
