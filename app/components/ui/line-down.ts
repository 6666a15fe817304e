import { noteReached } from "./connection";

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

let isAsking = false;

/**
 * Asks the shop where the browser says that the line is down (`isOffline`). Meanwhile another press
 * does nothing.
 * @param pressed looks pressed meanwhile
 * @param again presses again, once the shop has answered
 */
export async function askFirst(
  pressed: Element | null | undefined,
  again: () => void,
  notSent: () => unknown = () => say(NOT_SENT),
): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const sign = pressed?.animate?.({ opacity: [0.5, 0.5] }, PATIENCE_MS);
  const isDown = await isCutOff();
  if (isDown) await notSent();
  sign?.cancel();
  isAsking = false;
  if (isDown) return;
  noteReached();
  again();
}

/** Whether the shop cannot be reached at all. @param patience in milliseconds */
export async function isCutOff(patience = PATIENCE_MS): Promise<boolean> {
  let answer: Promise<unknown>;
  try {
    answer = fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
  } catch {
    // Where scripts may fetch nothing, that says nothing of the line.
    return false;
  }
  return soon(answer, patience).then(
    () => false,
    () => true,
  );
}

/** @throws when it takes longer, as a script that does not come */
export const soon = <Value>(work: Promise<Value>, patience = 4000): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, fail) => setTimeout(fail, patience))]);

/**
 * A page that is left fails nothing: Firefox and WebKit end its requests.
 * @returns whether the line is down, when work has failed; undefined once it is done, or the page
 * is left
 */
export async function failureOf(work: Promise<unknown>): Promise<boolean | undefined> {
  let onLeave: (event: Event) => void = () => {};
  const left = new Promise<undefined>((end) => {
    onLeave = (event) => {
      const { type, target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
      const leads = type !== "click" || (target as Element).closest("a[href^='/']");
      // This page stays where a link opens beside it.
      if (leads && !event.defaultPrevented && !ctrlKey && !metaKey && !shiftKey) end(undefined);
    };
  });
  // iOS never fires the first. Only meanwhile, since Firefox keeps no page that listens for it.
  const signs = ["beforeunload", "click", "submit", "pagehide"];
  for (const sign of signs) addEventListener(sign, onLeave);
  try {
    return void (await Promise.race([work, left]));
  } catch {
    return await Promise.race([isCutOff(), left]);
  } finally {
    for (const sign of signs) removeEventListener(sign, onLeave);
  }
}

/**
 * Leaves the page when work fails, unless the shop cannot be reached at all.
 * @returns once it is done, or the page is left
 */
export async function orLeave(work: Promise<unknown>, leave: () => void): Promise<void> {
  const isDown = await failureOf(work);
  if (isDown) say(CUT_OFF);
  else if (isDown === false) leave();
}

/** As `orLeave`, after something has failed. */
export const leaveUnlessDown = (leave: () => void) => orLeave(Promise.reject(), leave);

function say(message: string): void {
  teller.then((tell) => tell(message, "error"));
  // The pressed button can be pressed again.
  dispatchEvent(new Event("shop:answered"));
}
