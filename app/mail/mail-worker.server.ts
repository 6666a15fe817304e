import type { MailQueue, OutgoingMail } from "~/shop/workers/mail-queue";
import { failureOf, type Transport } from "./transport.server";

/** Mails taken at a time; they are sent side by side. */
const BAG = 5;
const DAY = 24 * 60 * 60_000;

export interface MailWorkerOptions {
  /** How long to rest when nothing is to be sent, in milliseconds. */
  restMs?: number;
  /** How often to say how many mails were given up, when some were: first at the start. */
  reportMs?: number;
  log?: (line: string) => void;
}

/**
 * Sends what the shop has to say, as long as the process lives; never in a shopper's way, and never throwing. Any number of
 * processes may have one: no mail is claimed by two.
 * @returns ends it, once the mails under way are settled
 */
export function startMailWorker(
  desk: MailQueue,
  transport: Transport,
  options: MailWorkerOptions = {},
): () => Promise<void> {
  const { restMs = 2_000, reportMs = DAY, log = console.error } = options;
  let isOver = false;
  let isAway = false;
  let reportAt = 0;
  let wake = () => {};

  const deliver = async (mail: OutgoingMail): Promise<void> => {
    let failure: string | undefined;
    try {
      await transport.send(mail);
    } catch (error) {
      failure = failureOf(error);
    }
    const { nextTry } = await desk.settle(mail.id, failure);
    if (failure === undefined) return;
    const next = nextTry ? `next try ${nextTry.toISOString()}` : "given up";
    log(`Mail ${mail.id} (${mail.kind}) was not sent, attempt ${mail.attempt}: ${failure}; ${next}.`);
  };

  const report = async (): Promise<void> => {
    if (Date.now() < reportAt) return;
    const { givenUp } = await desk.waiting();
    reportAt = Date.now() + reportMs;
    if (givenUp > 0) log(`Mails that were given up: ${givenUp}.`);
  };

  /** @returns whether there may be more to do */
  const round = async (): Promise<boolean> => {
    try {
      const mails = await desk.claim(BAG);
      // All of them settle before anything else is said: whoever ends the postman ends no mail under way.
      const ends = await Promise.allSettled(mails.map(deliver));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      await report();
      isAway = false;
      return mails.length === BAG;
    } catch (error) {
      // The shop says itself that its database is away; mails wait there, and what was claimed is due again by itself.
      if (!isAway) log(`The postman waits: ${failureOf(error)}.`);
      isAway = true;
      return false;
    }
  };

  const rest = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, restMs).unref();
    });

  const work = (async () => {
    while (!isOver) if (!(await round()) && !isOver) await rest();
  })();
  return () => {
    isOver = true;
    wake();
    return work;
  };
}
