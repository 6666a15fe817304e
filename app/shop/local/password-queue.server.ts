import type { Caller } from "../services/access";
import { ShopUnavailable } from "../shop";

/**
 * A place in the queues for checking passwords. Three queues take turns, and within each its
 * owners, so that nobody who fills one delays others. In a full queue the owner with most places
 * loses one to an owner with fewer.
 */
export interface Place {
  /** `known`: known browser, session, mailed link. `shopper`: IP address or filled-in form. */
  queue: Queue;
  /** Whose places are counted together: an account or an IP address. */
  owner: string;
}

type Queue = "known" | "shopper" | "other";

/** More would take the pages' CPU and memory. */
const AT_ONCE = 2;
const PLACES: readonly (readonly [Queue, number])[] = [
  ["known", 12],
  ["shopper", 24],
  ["other", 6],
];

/**
 * The place of an unknown client. One client with a thousand e-mails looks like a thousand shoppers
 * without addresses: forms that were filled in then precede.
 * @param email whose password is checked
 */
export function placeOf({ address, filledIn = false }: Caller, email: string): Place {
  if (address) return { queue: "shopper", owner: address };
  return { queue: filledIn ? "shopper" : "other", owner: email };
}

/** @param owner an account or its e-mail */
export const knownPlace = (owner: string): Place => ({ queue: "known", owner });

interface Waiting {
  begin: () => void;
  giveUp: (error: ShopUnavailable) => void;
}

/** Owners in the order of their turns, each with its waiting checks, oldest first. */
const queues = PLACES.map(([name, places]) => ({ name, places, owners: new Map<string, Waiting[]>() }));
let running = 0;

/** @throws ShopUnavailable when the queue is full */
export async function withPasswordSlot<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1;
  else await waitAt(place);
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next.begin();
    else running -= 1;
  }
}

function waitAt({ queue, owner }: Place): Promise<void> {
  const { owners, places } = queues.find(({ name }) => name === queue) as (typeof queues)[number];
  return new Promise<void>((resolve, reject) => {
    const own = owners.get(owner) ?? [];
    const all = [...owners.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) >= places) {
      const most = all.reduce((longest, waiting) => (waiting.length > longest.length ? waiting : longest));
      const tooMany = new ShopUnavailable("Too many passwords are being checked.");
      if (most.length <= own.length + 1) return reject(tooMany);
      most.pop()?.giveUp(tooMany);
    }
    own.push({ begin: resolve, giveUp: reject });
    owners.set(owner, own);
  });
}

/** The first check of the next owner in the next queue that is not empty. */
function takeNext(): Waiting | undefined {
  for (let time = 0; time < PLACES.length; time += 1) {
    const queue = queues.shift();
    if (!queue) return undefined;
    queues.push(queue);
    const [first] = queue.owners;
    if (!first) continue;
    const [owner, waiting] = first;
    queue.owners.delete(owner);
    const next = waiting.shift();
    if (waiting.length > 0) queue.owners.set(owner, waiting);
    return next;
  }
  return undefined;
}
