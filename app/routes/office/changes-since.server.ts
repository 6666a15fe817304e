import { actionWords, actorOf, changesIn } from "~/domain/office/journal-words";
import type { Order } from "~/domain/order/order";
import { formatDateTime } from "~/domain/values/dates";
import type { JournalOffice } from "~/shop/services/journal-office";

/** Further changes are on the page itself. */
const SHOWN = 5;

/** What others changed of an order after the version that a form shows, newest first. */
export async function changesSince(
  office: Pick<JournalOffice, "journalOf">,
  { order, version: now }: { order: Pick<Order, "id">; version: number },
  version: number,
  hasPhone: boolean,
) {
  // Each change raises the version and has one entry.
  const count = Math.min(Math.max(now - version, 0), SHOWN);
  const entries = (await office.journalOf("order", order.id)).slice(0, count);
  return entries.map((entry) => {
    const changes = changesIn(entry)
      .filter(({ name }) => hasPhone || name !== "téléphone")
      .map(({ name, before, after }) =>
        before === undefined ? `${name}\u00a0: ${after}` : `${name}\u00a0: ${before} devient ${after ?? "rien"}`,
      );
    const what = `${formatDateTime(entry.at)}, ${actorOf(entry)}\u00a0: ${actionWords(entry)}`;
    return { id: entry.id, words: [what, ...changes].join("\u00a0; ") };
  });
}
