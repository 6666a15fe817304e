import type { MailDesk, OutgoingMail } from "~/shop/shop";
import { failureOf, type Transport } from "./transport.server";

/** Mails taken at a time; they are sent side by side. */
const BAG = 5;

export interface PostmanOptions {
  /** How long to rest when nothing is to be sent, in milliseconds. */
  restMs?: number;
  log?: (line: string) => void;
}

/**
 * Sends what the shop has to say, as long as the process lives; never in a shopper's way, and never throwing. Any number of
 * processes may have one: no mail is claimed by two.
 * @returns ends it, once the mails under way are settled
 */
export function startPostman(desk: MailDesk, transport: Transport, options: PostmanOptions = {}): () => Promise<void> {
  const { restMs = 2_000, log = console.error } = options;
  let isOver = false;
  let isAway = false;
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

  /** @returns whether there may be more to do */
  const round = async (): Promise<boolean> => {
    try {
      const mails = await desk.claim(BAG);
      await Promise.all(mails.map(deliver));
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
