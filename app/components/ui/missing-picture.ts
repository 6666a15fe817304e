import { NO_PICTURE, SHOE } from "./product-picture";

const [line1, line2] = NO_PICTURE.split(/ (?=\S+$)/);
/**
 * NoPicture's drawing as an image, in greys for both themes. It has no viewBox, so that shoe and
 * text are as large in a thumbnail as in the gallery.
 */
const DRAWING = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><svg x="50%" y="50%" overflow="visible" fill="none" stroke="#867868" stroke-width="1.5"><path transform="translate(-36 -36)" d="${SHOE}"/><g fill="#655b50" stroke="none" font-family="sans-serif" font-size="13" text-anchor="middle"><text y="16">${line1}</text><text y="32">${line2}</text></g></svg></svg>`,
)}`;

/** Replaces a picture that failed. The elements stay, since React may hydrate them later. */
export function showMissing(image: HTMLImageElement): void {
  if (image.src === DRAWING) return;
  for (const source of image.parentElement?.querySelectorAll("source") ?? []) source.removeAttribute("srcset");
  image.removeAttribute("srcset");
  image.removeAttribute("sizes");
  image.src = DRAWING;
  // An empty alt means that the name stands beside the picture.
  if (image.alt) image.alt = `${NO_PICTURE}\u00a0: ${image.alt}`;
}
