import { startPollLoop } from "~/poll-loop";
import type { ShopWithMails } from "./shop";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What /privacy promises, in days. */
const CARTS_KEPT = 60;
const MESSAGES_KEPT = 365;
const MAILS_KEPT = 30;
const UNCONFIRMED_KEPT = 30;

/** In minutes; a browser that keeps cookies is back within seconds. */
const NEW_GUESTS_KEPT = 60;
const MOST_NEW_GUESTS = 10_000;

/** Deletes what is no longer to be kept, and ends unconfirmed orders: at the start, and as often as is said here. */
export function startPeriodicTasks(shop: ShopWithMails): void {
  const every = (restMs: number, name: string, task: () => Promise<unknown>) =>
    startPollLoop({ name, restMs, run: () => task().then(() => false) });

  every(DAY, "The deletion of old data", () => deleteOldData(shop));
  // So often, because a program that keeps no cookies leaves a guest with every request.
  every(MINUTE, "The deletion of guests who did not come back", () =>
    shop.guests.forget(new Date(Date.now() - NEW_GUESTS_KEPT * MINUTE), MOST_NEW_GUESTS),
  );
  every(HOUR, "The end of unconfirmed orders", async () => {
    const count = await shop.orders.lapse();
    if (count > 0) console.warn("%d unconfirmed orders were cancelled.", count);
  });
}

async function deleteOldData({ carts, messages, mailQueue, newsletter, access, accounts }: ShopWithMails) {
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  await carts.forget(ago(CARTS_KEPT));
  await messages.forget(ago(MESSAGES_KEPT));
  await mailQueue.forget(ago(MAILS_KEPT));
  await newsletter.forgetUnconfirmed(ago(UNCONFIRMED_KEPT));
  await access.forget();
  await accounts.forgetRecipients();
}
