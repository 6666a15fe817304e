import { AsyncResource } from "node:async_hooks";
import type { Middleware } from "./middleware.server";

/** Milliseconds; an iteration of the event loop that takes less had nothing to do. */
const QUIET = 0.3;
/** Milliseconds that a post, or a turn to order, waits however much else there is to do. */
const MOST_PAUSE = 40;

/**
 * Calls back one at a time, each once the event loop is idle. Node accepts one new connection an
 * iteration: with work in each iteration, readers would wait behind a whole crowd.
 * @param mostPause milliseconds after which the next callback is called all the same
 */
export function openPace(mostPause = MOST_PAUSE): (then: () => void) => void {
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

const whenQuiet = openPace();

/** Posts of a crowd are read one by one, so that others can read pages meanwhile. */
export const awaitQuiet: Middleware = ({ method }, response, next) => {
  if (method !== "POST") next();
  else whenQuiet(AsyncResource.bind(() => response.destroyed || next()));
};
