import PQueue from "p-queue";
import type { Caller } from "../services/access";
import { ShopUnavailable } from "../shop";

/** Where a check waits: each kind has places of its own, so that a flood leaves others theirs. */
export interface Place {
  /** `known`: known browser, session, mailed link. `shopper`: IP address or filled-in form. */
  kind: Kind;
  /** Whose places are counted together: an account's id or an IP address. */
  owner: string;
}

type Kind = "known" | "shopper" | "other";

/** More would take the pages' CPU and memory. */
const AT_ONCE = 2;
/** With all places taken, the last one waits some seven seconds. */
const PLACES: Record<Kind, number> = { known: 12, shopper: 24, other: 6 };
/** Places of one owner: an attacker who fills them keeps only its own neighbours out. */
const MOST_OF_ONE = 6;
/** Who comes first; each owner's second check comes after everybody's first of its kind. */
const PRIORITY: Record<Kind, number> = { known: 2 * MOST_OF_ONE, shopper: MOST_OF_ONE, other: 0 };

/**
 * The place of an unknown client. One client with a thousand e-mails looks like a thousand shoppers
 * without addresses: forms that were filled in have places of their own then.
 * @param email whose password is checked
 */
export function placeOf(
  { address, filledIn = false }: Pick<Caller, "address" | "device" | "filledIn">,
  email: string,
): Place {
  if (address) return { kind: "shopper", owner: address };
  return { kind: filledIn ? "shopper" : "other", owner: email };
}

/** @param owner id of an account or of somebody of the staff */
export const knownPlace = (owner: string): Place => ({ kind: "known", owner });

interface Check extends Place {
  priority: number;
  begin: () => Promise<void>;
}

const queue = new PQueue({ concurrency: AT_ONCE });
const waiting = new Set<Check>();
const begun = new Set<Check>();

/** @throws ShopUnavailable when there is no place to wait */
export async function withPasswordSlot<Result>({ kind, owner }: Place, work: () => Promise<Result>): Promise<Result> {
  const ofKind = [...waiting].filter((other) => other.kind === kind);
  const ofOwner = ofKind.filter((other) => other.owner === owner);
  if (ofKind.length >= PLACES[kind] || ofOwner.length >= MOST_OF_ONE)
    throw new ShopUnavailable("Too many passwords are being checked.");
  return new Promise((resolve, reject) => {
    const begin = () => work().then(resolve, reject);
    waiting.add({ kind, owner, priority: PRIORITY[kind] - ofOwner.length, begin });
    void queue.add(beginNext);
  });
}

async function beginNext(): Promise<void> {
  // Anybody can open accounts: while others wait, known ones have one turn of the two.
  const others = [...begun].some(isKnown) ? [...waiting].filter((check) => !isKnown(check)) : [];
  const next = (others.length > 0 ? others : [...waiting]).reduce((best, check) =>
    check.priority > best.priority ? check : best,
  );
  waiting.delete(next);
  begun.add(next);
  await next.begin();
  begun.delete(next);
}

const isKnown = ({ kind }: Place) => kind === "known";
