import { wishInPlace } from "~/components/catalogue/enhance-cards";
import { fieldValue } from "~/components/forms/field-value";
import { afterPaint } from "~/components/ui/after-paint";
import { orLeave, soon } from "~/components/ui/line-down";
import { controlGallery, showColor } from "./gallery-control";

/** Moves the gallery by colour and script, opens its pictures large; 'Partager' and 'Favoris'. */
export function enhanceGallery(root: HTMLElement): void {
  controlGallery(root);

  const form = document.querySelector<HTMLFormElement>("form[id=livraison]");
  const follow = () => {
    const color = form && fieldValue(form, "couleur");
    if (color) showColor(root, color);
  };
  form?.addEventListener("input", ({ target }) => {
    if ((target as HTMLInputElement).name === "couleur") afterPaint().then(follow);
  });
  // The browser may have restored another choice.
  follow();

  root.addEventListener("click", (event) => {
    const target = event.target as Element;
    const favourite = target.closest<HTMLButtonElement>("[aria-pressed]");
    if (favourite) {
      event.preventDefault();
      wishInPlace(favourite);
    }
    const link = target.closest("a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const goThere = () => location.assign(link.href);
    if (link.protocol === "mailto:") {
      if (!(navigator.share || navigator.clipboard)) return;
      event.preventDefault();
      import("./share").then(({ share }) => share(link)).catch(goThere);
    } else if (link.pathname.startsWith("/pictures/")) {
      event.preventDefault();
      // Safari does not, and closing the picture returns the focus.
      link.focus({ preventScroll: true });
      orLeave(
        soon(import("./zoom")).then(({ openZoom }) => openZoom(link, event)),
        goThere,
      );
    }
  });
}
