/**
 * A picture that could not be loaded gives way to the drawing of one that is not there (section 4, image loader): on the page, and
 * in what scripts put over it.
 */
export function watchPictures(): void {
  const mend = (image: HTMLImageElement) =>
    import("./missing-picture").then(
      ({ showMissing }) => showMissing(image),
      // The browser shows the alternative text.
      () => undefined,
    );
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) mend(target);
    },
    true,
  );
  // Those that failed before scripts came.
  for (const image of document.querySelectorAll("img"))
    if (image.complete && image.currentSrc && image.naturalWidth === 0) mend(image);
}
