import { currentRequest } from "~/request-context.server";
import { settings } from "~/settings.server";
import { openPace } from "./pace.server";

/**
 * Who orders waits here before anything is looked up, and has the turn until the answer is sent: a crowd that orders leaves
 * processor and connections to those who read, and the locks of the last pairs to few at a time.
 */

interface Bounds {
  /** Turns at the same time. */
  atOnce: number;
  /** Places to wait for one. */
  places: number;
  /** How long it is waited for, in milliseconds. */
  patience: number;
}

/** Refusals are pages as well, and come at a time when there are many. */
const REFUSED_AT_ONCE = 2;
/** Pages say so; multiples of ten, since nobody counts. */
const LEAST_SECONDS = 10;
const MOST_SECONDS = 120;
/** Turns that were waited for go on all the same, however much there is to do, in milliseconds. */
const MOST_PAUSE = 40;
/** How much the last turn says of how long the next ones take. */
const WEIGHT = 0.1;

type Turn = () => void;

/**
 * Turns in the order of their coming, so many at the same time. Who finds one free takes it: whatever is posted has let other work go first
 * already (pace.server.ts). Turns that were waited for come one by one, between other work.
 */
function openLane(atOnce: number) {
  const waiting = new Set<Turn>();
  const running = new Set<Turn>();
  const whenQuiet = openPace(MOST_PAUSE);
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
    /** Those that wait, and those that have their turn. */
    size: () => waiting.size + running.size,
    enter(turn: Turn) {
      if (waiting.size === 0 && running.size < atOnce) return begin(turn);
      waiting.add(turn);
      next();
    },
    /** @returns whether it had its turn, which is over now */
    leave(turn: Turn): boolean {
      waiting.delete(turn);
      const had = running.delete(turn);
      next();
      return had;
    },
  };
}

/**
 * @returns gives the turn (undefined), or, after the time or when all places are taken, the seconds after which to come again. It is
 * told whom to tell when the answer is sent, and for how many milliseconds its request was waiting before.
 */
export function openQueue({ atOnce, places, patience }: Bounds) {
  const orders = openLane(atOnce);
  const refusals = openLane(REFUSED_AT_ONCE);
  /** Milliseconds from one turn's end to the next one's, while somebody waits. */
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
        // Whoever left while waiting has no use for a turn.
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
 * Another shop's API is waited for with an idle processor; it has a queue of its own. On SQLite nothing is locked, and orders wait at
 * the same time for the one disk; on PostgreSQL each takes a connection, and perhaps the last pairs.
 */
const AT_ONCE = settings.apiUrl !== undefined ? 64 : settings.databaseUrl === undefined ? 32 : 4;
/** What is answered then comes before a proxy gives up (30 s). */
const PATIENCE = 20_000;

const queue = openQueue({ atOnce: AT_ONCE, places: settings.ordersWaiting, patience: PATIENCE });

/**
 * Waits until whoever is being answered may order. It ends with the answer.
 * @returns undefined for a turn; else the seconds after which to come again
 */
export async function turnToOrder(): Promise<number | undefined> {
  const request = currentRequest();
  return request && queue(request.whenOver, performance.now() - request.since);
}
