/**
 * An order that was left while the line was down. It waits on this device and is sent once the line
 * is back, by a page or, where the browser has Background Sync, by a worker that does nothing else.
 * The form's key makes one order of it however often it is sent (PE-6).
 */
export interface WaitingOrder {
  /** Where its form posts to. */
  action: string;
  fields: [name: string, value: string][];
  /** The order in words; empty where the page does not say it. */
  what: string;
  /** Unix time in milliseconds. */
  at: number;
  /** Whether the browser sends it though no page of the shop is open. */
  isSynced?: boolean;
  /** Whether it may be at the shop: it was sent, or its question asked for, and no answer came. */
  isTried?: boolean;
  /** The page of the order, once it is there. */
  page?: string;
  /** Whether the shop has a question or an objection, which the shopper has to see. */
  isAsked?: boolean;
  /** Whether it has waited for a day: it is sent no more, and the shopper reads so. */
  isLate?: boolean;
}

/** Name of its cache, of the event of Background Sync and of the lock under which it is sent. */
export const NAME = "commande";
/** The lock under which it is changed, for a moment. */
const CHANGE = "commande-change";
const ADDRESS = "/commande-en-attente";
const PATIENCE_MS = 30_000;
/** Nobody expects an order to leave days later. */
const DAY_MS = 86_400_000;

/** The Cache API is the one store that pages and workers share without a library. */
export const canWait = (): boolean => typeof caches !== "undefined";

export async function readWaiting(): Promise<WaitingOrder | undefined> {
  if (!canWait() || !(await caches.has(NAME))) return undefined;
  const stored = await (await caches.open(NAME)).match(ADDRESS);
  const order: WaitingOrder | undefined = await stored?.json();
  if (!order || Date.now() - order.at < DAY_MS) return order;
  if (!order.page) return { ...order, isLate: true };
  await dropWaiting();
  return undefined;
}

/**
 * Has the order wait, unless another one waits that was not answered with an order's page.
 * @returns that other order
 * @throws when this browser does not store it
 */
export const leaveWaiting = (order: WaitingOrder): Promise<WaitingOrder | undefined> =>
  // Two windows of the shop do not leave an order each at once.
  alone(CHANGE, async () => {
    const other = await readWaiting();
    const isSame = other && keyOf(other) === keyOf(order);
    if (other && !other.page && !other.isLate && !isSame) return other;
    await storeWaiting(isSame ? { ...order, isTried: other.isTried } : order);
    return undefined;
  });

/** A form has none before its communes have come. */
const keyOf = ({ fields, action }: WaitingOrder) => Object.fromEntries(fields).cle || action;

/** @throws when this browser does not store it */
async function storeWaiting(order: WaitingOrder): Promise<void> {
  await (await caches.open(NAME)).put(ADDRESS, new Response(JSON.stringify(order)));
}

export async function dropWaiting(): Promise<void> {
  if (canWait()) await caches.delete(NAME);
}

/** @returns the order as it was before the change */
const change = (work: (order: WaitingOrder) => Promise<void>): Promise<WaitingOrder | undefined> =>
  alone(CHANGE, async () => {
    const order = await readWaiting();
    if (order) await work(order);
    return order;
  });

/** Notes that the browser sends it though no page of the shop is open. */
export const noteSynced = () => change((order) => storeWaiting({ ...order, isSynced: true }));

/** Does not send it any more, unless it is known to be at the shop. */
export const takeBackWaiting = () => change(async ({ page }) => (page ? undefined : dropWaiting()));

/** Has its question asked by a page, which may place it. */
export const askWaiting = () => change((order) => storeWaiting({ ...order, isTried: true }));

/** Names it no more on this device, once it is at the shop, or does not leave without a press. */
export const forgetAnswered = () => change(async (order) => (isUnanswered(order) ? undefined : dropWaiting()));

async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  // Its type knows of no work that is awaited.
  return navigator.locks.request<Promise<Result>>(name, work).then((result) => result);
}

/** Pages of an order that the shop has. */
export const isOrderPage = (path: string): boolean => /^\/(commande|verification|account\/orders)\/./.test(path);

/**
 * Sends the order that waits, unless it was answered. Two windows of the shop, or the worker, do
 * not send it at once.
 * @returns the order with its answer; undefined when there is none, or none any more
 * @throws while the line is down or the shop cannot answer: it waits on
 */
export const sendWaiting = () => alone(NAME, send);

async function send(): Promise<WaitingOrder | undefined> {
  const order = await change(async (waiting) =>
    isUnanswered(waiting) ? storeWaiting({ ...waiting, isTried: true }) : undefined,
  );
  if (!order || !isUnanswered(order)) return order;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  let answer: Response;
  try {
    answer = await fetch(order.action, {
      method: "POST",
      body: new URLSearchParams(order.fields),
      headers: { Accept: "text/html" },
      signal: controller.signal,
    });
  } finally {
    clearTimeout(timer);
  }
  const isPlaced = isOrderPage(new URL(answer.url).pathname);
  if (!isPlaced && (answer.status === 429 || answer.status >= 500)) throw new Error(String(answer.status));
  const answered = { ...order, isTried: false, ...(isPlaced ? { page: answer.url } : { isAsked: true }) };
  return alone(CHANGE, async () => {
    // She may have taken it back meanwhile; an order that is there is named all the same.
    if (!isPlaced && !(await readWaiting())) return undefined;
    await storeWaiting(answered);
    return answered;
  });
}

const isUnanswered = ({ page, isAsked, isLate }: WaitingOrder) => !page && !isAsked && !isLate;
