import { currentRequest } from "~/request-context.server";
import { settings } from "~/settings.server";
import { openPace } from "./pace.server";

/**
 * Orders wait here before anything is looked up, and keep their turn until they are answered, so
 * that readers have processor and connections, and few orders wait for locks of last pairs.
 */

interface Bounds {
  /** Turns at the same time. */
  atOnce: number;
  /** How many may wait for a turn. */
  places: number;
  /** How long a turn is waited for, in milliseconds. */
  patience: number;
}

/** Turns of refusals, which are rendered as well, and come at a time when there are many. */
const REFUSED_AT_ONCE = 2;
/** Bounds of the seconds after which a page asks to come again, in multiples of ten. */
const LEAST_SECONDS = 10;
const MOST_SECONDS = 120;
/** Weight of the last turn in the average duration of turns. */
const WEIGHT = 0.1;

type Turn = () => void;

/**
 * Turns in order of arrival, at most `atOnce` together. A free turn begins at once, since posts
 * have waited already (pace.server.ts); waiting turns begin one by one, between other work.
 */
function openLane(atOnce: number) {
  const waiting = new Set<Turn>();
  const running = new Set<Turn>();
  const whenQuiet = openPace();
  let isPausing = false;
  const begin = (turn: Turn) => {
    running.add(turn);
    turn();
  };
  const next = () => {
    if (isPausing || waiting.size === 0 || running.size >= atOnce) return;
    isPausing = true;
    whenQuiet(() => {
      isPausing = false;
      const [first] = waiting;
      if (!first) return;
      waiting.delete(first);
      begin(first);
      next();
    });
  };
  return {
    waiting: () => waiting.size,
    /** How many wait or have their turn. */
    size: () => waiting.size + running.size,
    enter(turn: Turn) {
      if (waiting.size === 0 && running.size < atOnce) return begin(turn);
      waiting.add(turn);
      next();
    },
    /** @returns whether it had its turn already */
    leave(turn: Turn): boolean {
      waiting.delete(turn);
      const had = running.delete(turn);
      next();
      return had;
    },
  };
}

/**
 * Opens a queue of orders. What it returns is called for each of them and waits: it gives undefined
 * once the order has its turn, else the seconds after which its shopper may come again.
 */
export function openQueue({ atOnce, places, patience }: Bounds) {
  const orders = openLane(atOnce);
  const refusals = openLane(REFUSED_AT_ONCE);
  /** Average milliseconds between the ends of two turns, while orders wait. */
  let pace = 0;
  let ended = 0;

  const noteEnd = () => {
    const now = performance.now();
    if (ended > 0) pace += WEIGHT * (now - ended - pace);
    ended = orders.waiting() > 0 ? now : 0;
  };
  const seconds = () => {
    const tens = Math.ceil((pace * orders.waiting()) / 10_000) * 10;
    return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, tens));
  };

  return (whenOver: (then: () => void) => void, waited = 0) =>
    new Promise<number | undefined>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const order = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
      const refuse = () => resolve(seconds());
      whenOver(() => {
        clearTimeout(timer);
        if (orders.leave(order)) noteEnd();
        refusals.leave(refuse);
        // A client that left while waiting gets no turn.
        resolve(LEAST_SECONDS);
      });
      if (orders.size() >= atOnce + places) return refusals.enter(refuse);
      timer = setTimeout(() => {
        orders.leave(order);
        refusals.enter(refuse);
      }, patience - waited);
      orders.enter(order);
    });
}

/**
 * Another shop's API takes no processor, and has its own queue. SQLite locks nothing, and orders
 * share its disk. PostgreSQL gives each a connection, and may lock last pairs.
 */
const AT_ONCE = settings.apiUrl !== undefined ? 64 : settings.databaseUrl === undefined ? 32 : 4;
/** Milliseconds; the answer then comes before a proxy gives up (30 s). */
const PATIENCE = 20_000;

const queue = openQueue({ atOnce: AT_ONCE, places: settings.ordersWaiting, patience: PATIENCE });

/**
 * Waits until the current request may order; its turn ends with its answer.
 * @returns undefined for a turn; else the seconds after which to come again
 */
export async function turnToOrder(): Promise<number | undefined> {
  const request = currentRequest();
  return request && queue(request.whenOver, performance.now() - request.since);
}
