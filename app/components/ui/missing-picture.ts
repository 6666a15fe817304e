const TEXT = "Image non disponible";

/** The drawing of NoPicture (product-picture.tsx), as a picture of its own; grey enough for both themes. */
const DRAWING = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" fill="none" stroke="#867868" stroke-width="1.5"><path transform="translate(64 70)" d="M3 27c0-9 2-16 5-21 6 7 14 8 21 7 7 7 15 9 28 10 8 1 12 3 12 6 0 3-4 4-9 4H12c-6 0-9-2-9-6zM3 27h66"/><text x="100" y="130" fill="#655b50" stroke="none" font-family="sans-serif" font-size="9" text-anchor="middle">${TEXT}</text></svg>`,
)}`;

/** What stands in place of a picture that failed to load. */
export function showMissing(image: HTMLImageElement): void {
  if (image.src === DRAWING) return;
  for (const source of image.parentElement?.querySelectorAll("source") ?? []) source.remove();
  image.removeAttribute("srcset");
  image.removeAttribute("sizes");
  image.src = DRAWING;
  // Where the name stands beside it, the picture has no text, and needs none.
  if (image.alt) image.alt = `${TEXT} : ${image.alt}`;
}
