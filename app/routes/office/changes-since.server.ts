import { actionWords, actorOf, changesIn } from "~/domain/office/journal-words";
import { formatDateTime } from "~/domain/values/dates";
import type { OrderPage } from "~/shop/services/order-detail-office";

/** Further changes are on the page itself. */
const SHOWN = 5;

/** What others changed of an order after the version that a form shows, newest first. */
export function changesSince({ events, version: now }: OrderPage, version: number, hasPhone: boolean) {
  const entries = events.flatMap((event) => (event.kind === "change" ? [event.entry] : [])).reverse();
  const count = Math.min(Math.max(now - version, 0), SHOWN);
  return entries.slice(0, count).map((entry) => {
    const changes = changesIn(entry)
      .filter(({ name }) => hasPhone || name !== "téléphone")
      .map(({ name, before, after }) => `${name}\u00a0: ${before ?? "rien"} → ${after ?? "rien"}`);
    const what = `${formatDateTime(entry.at)}, ${actorOf(entry)}\u00a0: ${actionWords(entry)}`;
    return { id: entry.id, words: [what, ...changes].join("\u00a0; ") };
  });
}
