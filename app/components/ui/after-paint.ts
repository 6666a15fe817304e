/** Where pages are not painted, as in a tab behind another one, nothing waits longer. */
const HIDDEN_MS = 100;

/** Waits until a press is shown, so that what else follows from it does not hold it up. */
export const afterPaint = (): Promise<void> =>
  new Promise((go) => {
    const late = setTimeout(go, HIDDEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(go);
    });
  });
