import PQueue from "p-queue";
import { currentRequest } from "~/request-context.server";
import { settings } from "~/settings.server";
import { openPace } from "./pace.server";

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
/** Seconds after which a shopper who was refused may come again. */
const AGAIN = 10;

/**
 * Orders wait here before anything is looked up, and keep their turn until their answer is made,
 * so that readers have processor and connections, and few orders wait for locks of last pairs.
 * @returns called for each order; gives undefined once it has its turn, else seconds to wait
 */
export function openQueue({ atOnce, places, patience }: Bounds) {
  const orders = new PQueue({ concurrency: atOnce });
  const refusals = new PQueue({ concurrency: REFUSED_AT_ONCE });
  const whenQuiet = openPace();

  return async (whenOver: (then: () => void) => void, waited = 0): Promise<number | undefined> => {
    const over = new Promise<void>(whenOver);
    const waiting = new AbortController();
    const leave = () => waiting.abort();
    const timer = setTimeout(leave, patience - waited);
    // A client that is gone gets no turn.
    void over.then(leave);
    if (orders.size + orders.pending >= atOnce + places) leave();
    const isFree = orders.pending < atOnce;
    try {
      await turnIn(orders, over, waiting.signal);
    } catch {
      await turnIn(refusals, over);
      return AGAIN;
    } finally {
      clearTimeout(timer);
    }
    // Posts have waited for a pause already (pace.server.ts), turns that were waited for have not.
    if (!isFree) await new Promise<void>(whenQuiet);
    return undefined;
  };
}

/** Resolves when the turn begins; it ends with `over`. */
const turnIn = (queue: PQueue, over: Promise<void>, signal?: AbortSignal) =>
  new Promise<void>((begin, leave) => {
    const turn = () => {
      begin();
      return over;
    };
    queue.add(turn, { signal }).catch(leave);
  });

/**
 * Another shop's API takes no processor, and has its own queue. SQLite locks nothing, and orders
 * take turns there. PostgreSQL gives each a connection, and may lock last pairs.
 */
const AT_ONCE = settings.apiUrl !== undefined ? 64 : settings.databaseUrl === undefined ? 32 : 4;
/** Milliseconds; the answer then comes before a proxy gives up (30 s). */
const PATIENCE = 20_000;

const queue = openQueue({ atOnce: AT_ONCE, places: settings.ordersWaiting, patience: PATIENCE });

/** Whether a request may order now, or after how many seconds its shopper may come again. */
export type OrderTurn = { hasCome: true } | { hasCome: false; seconds: number };

/** Waits until the current request may order; its turn ends with its answer. */
export async function turnToOrder(): Promise<OrderTurn> {
  const request = currentRequest();
  const seconds = request && (await queue(request.whenOver, performance.now() - request.since));
  return seconds === undefined ? { hasCome: true } : { hasCome: false, seconds };
}
