import { DAY } from "~/domain/values/durations";
import { startPollLoop } from "~/poll-loop";
import type { MailQueue, OutgoingMail } from "~/shop/workers/mail-queue";
import { failureOf, isForNobody, type Transport } from "./transport.server";

/** Mails claimed at a time; they are sent side by side. */
const BATCH = 5;

interface MailWorkerOptions {
  /** The wait when no mail is due, in milliseconds. */
  restMs?: number;
  /** How often the number of given up mails is logged, in milliseconds; first at the start. */
  reportMs?: number;
  log?: (line: string) => void;
}

/**
 * Sends queued mails as long as the process lives, and never throws. Any number of processes may
 * have a worker: no mail is claimed by two.
 * @returns stops it, once the mails under way are settled
 */
export function startMailWorker(
  queue: MailQueue,
  transport: Transport,
  options: MailWorkerOptions = {},
): () => Promise<void> {
  const { restMs = 2_000, reportMs = DAY, log = console.error } = options;
  let reportAt = 0;

  const deliver = async (mail: OutgoingMail): Promise<void> => {
    let failure: string | undefined;
    let isFinal = false;
    try {
      await transport.send(mail);
    } catch (error) {
      failure = failureOf(error);
      isFinal = isForNobody(error);
    }
    const { nextTry } = await queue.settle(mail.id, failure, isFinal);
    if (failure === undefined) return;
    const next = nextTry ? `next try ${nextTry.toISOString()}` : "given up";
    log(`Mail ${mail.id} (${mail.kind}) was not sent, attempt ${mail.attempt}: ${failure}; ${next}.`);
  };

  const report = async (): Promise<void> => {
    if (Date.now() < reportAt) return;
    const { givenUp } = await queue.waiting();
    reportAt = Date.now() + reportMs;
    if (givenUp > 0) log(`Mails that were given up: ${givenUp}.`);
  };

  const run = async (): Promise<boolean> => {
    const mails = await queue.claim(BATCH);
    // All settle before a failure is thrown, so that stopping interrupts no mail.
    const ends = await Promise.allSettled(mails.map(deliver));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    await report();
    return mails.length === BATCH;
  };
  return startPollLoop({ name: "The mail worker", run, restMs, log });
}
