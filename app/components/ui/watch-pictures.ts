/** Replaces every picture that fails to load by a drawing (section 4, image loader). */
export function watchPictures(): void {
  const replace = (image: HTMLImageElement) =>
    import("./missing-picture").then(
      ({ showMissing }) => showMissing(image),
      // The browser shows the alternative text.
      () => undefined,
    );
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLImageElement) replace(target);
    },
    true,
  );
  // Pictures that failed before scripts ran.
  for (const image of document.querySelectorAll("img"))
    if (image.complete && image.currentSrc && image.naturalWidth === 0) replace(image);
}
