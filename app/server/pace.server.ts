import { AsyncResource } from "node:async_hooks";
import type { Middleware } from "./middleware.server";

/** An iteration of the event loop that takes less had nothing to do, in milliseconds. */
const QUIET = 0.3;

/**
 * Calls back one after the other, each once the event loop has nothing else to do. Node takes one new connection an iteration: with
 * work in each of them whoever comes to read would wait behind a whole crowd.
 *
 * @param mostPause after which the next one is called all the same, in milliseconds
 */
export function openPace(mostPause: number): (then: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let last = 0;
  let quiet = 0;
  const begin = () => {
    begun = last = performance.now();
    quiet = 0;
    setImmediate(look);
  };
  const look = () => {
    const now = performance.now();
    quiet = now - last < QUIET ? quiet + 1 : 0;
    last = now;
    if (quiet < 2 && now - begun <= mostPause) return void setImmediate(look);
    const first = waiting.shift();
    if (waiting.length > 0) begin();
    first?.();
  };
  return (then) => {
    waiting.push(then);
    if (waiting.length === 1) begin();
  };
}

/** What is posted goes on all the same, however much there is to do, in milliseconds. */
const MOST_PAUSE = 40;
const whenQuiet = openPace(MOST_PAUSE);

/** A crowd that orders is read and understood one by one, while others read pages. */
export const awaitQuiet: Middleware = ({ method }, response, next) => {
  if (method !== "POST") next();
  else whenQuiet(AsyncResource.bind(() => response.destroyed || next()));
};
