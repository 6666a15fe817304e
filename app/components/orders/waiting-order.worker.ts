import { NAME, sendWaiting } from "./waiting-order";

/** Sends the order that waits once the line is back, though no page of the shop is open. */

interface SyncEvent extends Event {
  tag: string;
  /** A promise that rejects has the browser try again later. */
  waitUntil: (work: Promise<unknown>) => void;
}

addEventListener("sync", (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === NAME) waitUntil.call(event, sendWaiting());
});
