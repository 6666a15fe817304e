import { formatDinars } from "~/domain/values/money";
import type { CourierEvent, ParcelOutcome, ParcelQueue, ParcelTask } from "~/shop/workers/parcel-queue";
import type { Yalidine } from "./yalidine/client.server";
import { CourierFailure } from "./yalidine/http.server";
import { DELETED } from "./yalidine/statuses";

/** Parcels taken at a time. */
const BATCH = 5;
/** Parcels whose history is read in one call. */
const POLLED = 20;
/** Milliseconds of a claim that have to be left for a call. */
const CALL_MS = 30_000;

interface ParcelWorkerOptions {
  now?: () => number;
  log: (line: string) => void;
  /** Whether the process ends: what is not begun is left for the next. */
  isOver?: () => boolean;
}

/**
 * Posts the parcels of confirmed orders and withdraws those of cancelled ones. An order gets one
 * parcel, even if the process ends between posting it and storing that.
 * @returns whether there may be more to do
 */
export async function processParcels(
  queue: ParcelQueue,
  courier: Yalidine,
  options: ParcelWorkerOptions,
): Promise<boolean> {
  const tasks = await queue.claim(BATCH);
  // One after the other, since all calls wait for the same quota.
  for (const task of tasks) if (!options.isOver?.()) await processTask(queue, courier, task, options);
  return tasks.length === BATCH;
}

async function processTask(
  queue: ParcelQueue,
  courier: Yalidine,
  task: ParcelTask,
  { log, now = Date.now }: ParcelWorkerOptions,
): Promise<void> {
  const outcome = await outcomeOf(queue, courier, task, now);
  if (!outcome) return;
  const { nextTry, remarks } = await queue.settle(task, outcome);
  // The courier's reason may name somebody: it is stored, and not logged.
  const why = outcome.kind === "later" ? outcome.failure : "";
  if (outcome.kind === "refused")
    log(
      `The parcel of order ${task.orderNumber} was refused; why stands in parcels.failure, and it is not tried again.`,
    );
  if (nextTry) log(`The parcel of order ${task.orderNumber} is not settled: ${why} Next try ${nextTry.toISOString()}.`);
  for (const remark of remarks) log(remark);
}

/** @returns undefined when the task is another process's by now */
async function outcomeOf(
  queue: ParcelQueue,
  courier: Yalidine,
  task: ParcelTask,
  now: () => number,
): Promise<ParcelOutcome | undefined> {
  const { orderNumber, parcel, until } = task;
  try {
    if (task.what === "withdraw") return await withdraw(courier, task);
    // Also at the first attempt: a backup that was restored does not know what was posted since.
    const posted = await courier.parcelOf(orderNumber);
    if (posted) return takeOver(task, posted);
    if (task.what === "find") return { kind: "withdrawn", isAbsent: true };
    if ("problem" in parcel) return { kind: "refused", failure: parcel.problem };
    if (!(await queue.begin(task))) return undefined;
    return { kind: "posted", ...(await courier.post(parcel, () => now() < until.getTime() - CALL_MS)) };
  } catch (error) {
    if (!(error instanceof CourierFailure)) throw error;
    if (error.refusal !== undefined && task.what === "post") return { kind: "refused", failure: error.refusal };
    const { message: failure, retryAfterMs, isOwnQuota } = error;
    return { kind: "later", failure, retryAfterMs, isOwnQuota };
  }
}

/** One of before an edit of the order would collect another sum than that says. */
function takeOver(
  { what, parcel }: ParcelTask,
  { collected, ...posted }: NonNullable<Awaited<ReturnType<Yalidine["parcelOf"]>>>,
): ParcelOutcome {
  const wanted = what === "post" && "collected" in parcel ? parcel.collected : collected;
  if (collected === undefined || wanted === undefined || wanted === collected) return { kind: "posted", ...posted };
  const sums = `à ${formatDinars(collected)} au lieu de ${formatDinars(wanted)}`;
  return {
    kind: "refused",
    isThere: true,
    failure: `Le livreur a déjà ce colis, ${sums}\u00a0: corrigez-le ou supprimez-le sur sa page.`,
  };
}

async function withdraw(courier: Yalidine, { orderNumber, tracking }: ParcelTask): Promise<ParcelOutcome> {
  const number = tracking ?? (await courier.parcelOf(orderNumber))?.tracking;
  if (number === undefined) return { kind: "withdrawn", isAbsent: true };
  if (await courier.remove(number).catch(notWhenRefused)) return { kind: "withdrawn" };
  // It cannot be deleted, or it was, and that answer was lost.
  return (await courier.parcelOf(orderNumber)) ? { kind: "kept", tracking: number } : { kind: "withdrawn" };
}

function notWhenRefused(error: unknown): false {
  if (error instanceof CourierFailure && error.refusal !== undefined) return false;
  throw error;
}

/** Reads the history of parcels that are due for it. @returns whether there may be more */
export async function pollParcels(
  queue: ParcelQueue,
  courier: Yalidine,
  { log, now = Date.now, isOver }: ParcelWorkerOptions,
): Promise<boolean> {
  const trackings = await queue.duePolls(POLLED);
  if (trackings.length === 0) return false;
  const record = async (events: readonly CourierEvent[]) => {
    for (const remark of await queue.recordEvents(events)) log(remark);
  };
  try {
    const { events, unread } = await courier.histories(trackings);
    await record(events);
    const heard = new Set(events.map(({ tracking }) => tracking));
    // What was deleted on the courier's page has no row; one that cannot be read may be another's.
    const silent = unread > 0 ? [] : trackings.filter((tracking) => !heard.has(tracking));
    for (const { tracking, orderNumber } of await queue.notTaken(silent)) {
      if (isOver?.()) return false;
      if (await courier.isGone(orderNumber, tracking))
        await record([{ kind: DELETED, tracking, status: "", at: new Date(now()) }]);
    }
    await queue.endPolls(trackings);
    if (unread > 0) log(`Of the courier's histories ${unread} rows were not understood.`);
    return trackings.length === POLLED;
  } catch (error) {
    if (!(error instanceof CourierFailure)) throw error;
    log(`The courier was not asked for its parcels: ${error.message}`);
    await queue.postponePolls(error);
    return false;
  }
}
