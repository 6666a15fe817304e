import type { Caller } from "../services/access";
import { ShopUnavailable } from "../shop";

/**
 * Who waits until a password is checked. There are three queues with places of their own, and each has its turn after the other:
 * whoever fills one keeps nobody in another out. Within a queue each owner has its turn after the other, and when it is full the
 * owner with the most places gives one up to whoever has fewer.
 */
export interface Place {
  /**
   * `known`: a browser that its owner was signed in with, a session, or the reader of a mailed link. `shopper`: an address of
   * the network, or a form that was filled in. `other`: neither.
   */
  queue: Queue;
  /** Whose places are counted together: an account, or an address of the network. */
  owner: string;
}

type Queue = "known" | "shopper" | "other";

/** More than two at a time would take the pages' cores and memory. */
const AT_ONCE = 2;
const PLACES: readonly (readonly [Queue, number])[] = [
  ["known", 12],
  ["shopper", 24],
  ["other", 6],
];

/**
 * The place of who is not known. Where nobody's address is known, one client with a thousand e-mails looks like a thousand
 * shoppers: places are then kept for forms that were rendered some seconds before, which costs a client a page each.
 * @param email what is asked about
 */
export function placeOf({ address, filledIn = false }: Caller, email: string): Place {
  if (address) return { queue: "shopper", owner: address };
  return { queue: filledIn ? "shopper" : "other", owner: email };
}

/** @param owner an account, or its e-mail */
export const knownPlace = (owner: string): Place => ({ queue: "known", owner });

interface Waiting {
  begin: () => void;
  giveUp: (error: ShopUnavailable) => void;
}

/** Owners in the order of their turns, each with those that wait for it, the first first. */
const queues = PLACES.map(([name, places]) => ({ name, places, owners: new Map<string, Waiting[]>() }));
let running = 0;

/** @throws ShopUnavailable when there is no place left */
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
      const most = all.reduce((one, other) => (other.length > one.length ? other : one));
      const tooMany = new ShopUnavailable("Too many passwords are being checked.");
      if (most.length <= own.length + 1) return reject(tooMany);
      most.pop()?.giveUp(tooMany);
    }
    own.push({ begin: resolve, giveUp: reject });
    owners.set(owner, own);
  });
}

/** Of the next queue in which somebody waits, the next owner's first. */
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
