import { isFrugal } from "../ui/connection";

/**
 * A card shows its second picture while the pointer is over it, where there is a hover. The picture
 * is fetched with the first hover, and lies over the first one, so that nothing moves.
 */
export function showSeconds(page: HTMLElement): void {
  if (!matchMedia("(hover:hover)").matches || isFrugal()) return;
  page.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const card = (target as Element).closest("a");
    const plate = card?.querySelector<HTMLElement>("[data-second]");
    if (!card || !plate) return;
    const { second = "" } = plate.dataset;
    plate.removeAttribute("data-second");
    const picture = plate.querySelector("picture");
    const first = /\/pictures\/(.*)-\d+\.\w+$/.exec(picture?.querySelector("img")?.getAttribute("src") ?? "")?.[1];
    // A picture that failed is a drawing by now.
    if (!picture || !first) return;
    plate.style.position = "relative";
    plate.append(layerOf(card, picture, first, second));
  });
}

/** A copy of the card's picture with another file, hidden until it has come. */
function layerOf(card: HTMLElement, picture: HTMLElement, first: string, second: string): HTMLElement {
  const layer = document.createElement("span");
  layer.className = "plate";
  layer.hidden = true;
  Object.assign(layer.style, { position: "absolute", top: "0", left: "0", width: "100%", height: "100%" });
  const copy = picture.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll("[srcset]"))
    element.setAttribute("srcset", (element.getAttribute("srcset") ?? "").replaceAll(`/${first}-`, `/${second}-`));
  const image = copy.querySelector("img") as HTMLImageElement;
  image.removeAttribute("loading");
  // Without this picture the first one stays.
  image.addEventListener("error", () => layer.remove());
  let isOver = true;
  let hasCome = false;
  const show = () => {
    layer.hidden = !(isOver && hasCome);
  };
  image.addEventListener("load", () => {
    // The copy begins with the first picture's file.
    hasCome = image.currentSrc.includes(`/${second}-`);
    show();
  });
  for (const [name, now] of [
    ["pointerenter", true],
    ["pointerleave", false],
  ] as const)
    card.addEventListener(name, () => {
      isOver = now;
      show();
    });
  layer.append(copy);
  image.src = image.src.replace(`/${first}-`, `/${second}-`);
  return layer;
}
