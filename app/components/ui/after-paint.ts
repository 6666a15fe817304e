/**
 * Waits until a press is shown, so that what else follows from it does not hold it up. A page that
 * is out of sight is not painted, and waits for nothing.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((go) => {
    if (document.hidden) go();
    else requestAnimationFrame(() => setTimeout(go));
  });
