/**
 * Keeps a page while the line is down: a form or link that is followed then leads to the browser's
 * own error page.
 */

/** It comes with the page, since it could not be fetched once the line is down. */
const messages = import("../layout/toast").catch(() => undefined);
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
  const tooLate = new Promise<boolean>((end) => setTimeout(end, PATIENCE_MS, true));
  const failed = answer.then(
    () => false,
    () => true,
  );
  return Promise.race([failed, tooLate]);
}

/** Leaves the page after a request has failed, unless the shop cannot be reached at all. */
export async function leaveUnlessDown(leave: () => void): Promise<void> {
  if (await isCutOff()) say(CUT_OFF);
  else leave();
}

function say(message: string): void {
  messages.then((loaded) => loaded?.toast(message, "error"));
  // The pressed button can be pressed again.
  dispatchEvent(new Event("shop:answered"));
}
