import { DAY, HOUR, MINUTE, SECOND } from "~/domain/values/durations";
import { startPollLoop } from "~/poll-loop";
import type { OldData, OperatedShop, ShopWithWorkers } from "./shop";

/** Staff and office are of a shop on its own database. */
type Tended = ShopWithWorkers & Partial<Pick<OperatedShop, "staff" | "office">>;

/** In days, as /privacy promises. */
const KEPT: Record<keyof OldData, number> = {
  carts: 60,
  wishes: 365,
  messages: 365,
  mails: 30,
  subscribers: 30,
  stockAlerts: 180,
  stockAlertLinks: 30,
  reviewLetters: 180,
  // What was done to several orders at once, order by order; the journal keeps each change.
  bulks: 30,
  parcelEvents: 30,
};
/** As accounting asks: ten years, and the days of three leap years. */
const ORDERS_KEPT = 3653;

/** In minutes; a browser that keeps cookies sends them back within seconds. */
const NEW_GUESTS_KEPT = 60;
const MOST_NEW_GUESTS = 10_000;

interface Options {
  /** Without it nobody is asked for reviews. */
  hasSmtp: boolean;
  summaryHour: number | undefined;
  /** Of the database. */
  gatherStatistics(): Promise<void>;
}

/** Deletes expired data and cancels unconfirmed orders, at the start and then regularly. */
export function startPeriodicTasks(shop: Tended, { hasSmtp, summaryHour, gatherStatistics }: Options): void {
  const every = (restMs: number, name: string, task: () => Promise<unknown>) =>
    startPollLoop({ name, restMs, run: task });

  // Soon after an import: as if there were few products, SQLite reads all of them for a few.
  every(MINUTE, "The database's statistics", gatherStatistics);
  every(DAY, "The deletion of old data", () => deleteOldData(shop));
  // A client without cookies leaves a guest with every request.
  every(MINUTE, "The deletion of guests who did not come back", () =>
    shop.guests.forget(new Date(Date.now() - NEW_GUESTS_KEPT * MINUTE), MOST_NEW_GUESTS),
  );
  // Soon, since the first who read it buy the pair.
  every(15 * SECOND, "The mails about returned stock", () => shop.stockAlerts.deliver());
  every(HOUR, "The mail about awaited stock", () => shop.stockAlerts.report());
  if (hasSmtp) every(HOUR, "The letters that ask for reviews", () => shop.reviews.invite());
  const { office } = shop;
  if (office && summaryHour !== undefined)
    every(5 * MINUTE, "The summary of the day", () => office.mailSummary(summaryHour));
  every(HOUR, "The end of unconfirmed orders", async () => {
    const count = await shop.orders.lapse();
    if (count > 0) console.warn("%d unconfirmed orders were cancelled.", count);
  });
}

/** One that fails keeps none of the others from being deleted. @throws the first failure */
export async function deleteOldData(shop: Tended): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const steps = [
    ...(Object.keys(KEPT) as (keyof OldData)[]).map((kind) => () => shop.oldData[kind](ago(KEPT[kind]))),
    () => shop.access.forget(),
    () => shop.staff?.forget(),
    () => shop.accounts.forgetRecipients(ago(ORDERS_KEPT)),
  ];
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
