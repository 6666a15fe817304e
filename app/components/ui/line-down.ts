/**
 * Keeps a page while the line is down: a form or link that is followed then leads to the browser's
 * own error page.
 */

/** It comes with the page, since it could not be fetched once the line is down. */
const teller = import("../layout/toast").then(
  ({ toast }) => toast,
  () => alert,
);
const NOT_SENT = "Pas de connexion\u00a0: rien n'a été envoyé. Réessayez quand elle sera revenue.";
/** What was under way may have arrived. */
export const CUT_OFF = "La connexion est coupée. Réessayez quand elle sera revenue.";
const PATIENCE_MS = 3000;

/** Says so when the browser knows that the line is down. @returns whether it does */
export function isLineDown(): boolean {
  if (navigator.onLine) return false;
  say(NOT_SENT);
  return true;
}

/** Whether the shop cannot be reached at all, after a request has failed. */
export async function isCutOff(): Promise<boolean> {
  let answer: Promise<unknown>;
  try {
    answer = fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
  } catch {
    // Where scripts may fetch nothing, that says nothing of the line.
    return false;
  }
  return soon(answer, PATIENCE_MS).then(
    () => false,
    () => true,
  );
}

/** @throws when it takes longer, as a script that does not come */
export const soon = <Value>(work: Promise<Value>, patience = 4000): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, fail) => setTimeout(fail, patience))]);

/**
 * Leaves the page when work fails, unless the shop cannot be reached at all. A page that is left
 * fails nothing: Firefox and WebKit end its requests. @returns once it is done, or the page is left
 */
export async function orLeave(work: Promise<unknown>, leave: () => void): Promise<void> {
  let onLeave = () => {};
  const left = new Promise<void>((end) => {
    onLeave = end;
  });
  // Only meanwhile, since Firefox keeps no page that listens for the first.
  const signs = ["beforeunload", "pagehide"];
  for (const sign of signs) addEventListener(sign, onLeave);
  try {
    await Promise.race([work, left]);
  } catch {
    const isDown = await Promise.race([isCutOff(), left]);
    if (isDown === true) say(CUT_OFF);
    else if (isDown === false) leave();
  } finally {
    for (const sign of signs) removeEventListener(sign, onLeave);
  }
}

/** As `orLeave`, after something has failed. */
export const leaveUnlessDown = (leave: () => void) => orLeave(Promise.reject(), leave);

function say(message: string): void {
  teller.then((tell) => tell(message, "error"));
  // The pressed button can be pressed again.
  dispatchEvent(new Event("shop:answered"));
}
