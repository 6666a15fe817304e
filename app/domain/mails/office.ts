import { countWords } from "../office/day";
import { channelLabels, type OrderChannel } from "../order/channel";
import { type Order, type OrderStatus, orderStatuses, statusLabels } from "../order/order";
import { nameOf, piecesWords } from "../order/order-texts";
import { formatDinars } from "../values/money";
import { formatPhone } from "../values/phone";
import { counted } from "../values/plural";
import { composed, type Letterhead, type Mail, officeLink, rows, words } from "./compose";
import { lineRow } from "./orders";

/** Letters to the shop itself, which it has asked for by settings. */

/** To the shop, about an order that has just come in. */
export function orderForShop(
  letterhead: Letterhead,
  { number, lines, recipient, reward, fees, total, reserved }: Order,
  channel: OrderChannel | null,
): Mail {
  return composed(letterhead, `Commande n°\u00a0${number}\u00a0: ${piecesWords(lines)}, ${formatDinars(total)}`, [
    words(
      reserved
        ? "À appeler pour la confirmer."
        : "À appeler\u00a0: la commande est exceptionnellement grande, ses paires ne seront réservées qu'à la confirmation.",
    ),
    rows(
      ["Client", nameOf(recipient)],
      ["Téléphone", formatPhone(recipient.phone)],
      ["Destination", `${recipient.communeName} (${recipient.wilayaName})`],
      ...(channel ? [["Canal", channelLabels[channel]] as const] : []),
      ...lines.map(lineRow),
      ...(reward > 0 ? [["Fidélité", `−${formatDinars(reward)}`] as const] : []),
      ["Livraison", formatDinars(fees.totalFee)],
      ["À encaisser", formatDinars(total)],
    ),
    officeLink(letterhead, "Voir la commande", `/gestion/commandes/${encodeURIComponent(number)}`),
  ]);
}

export interface DaySummary {
  /** "25 novembre 2026" */
  day: string;
  /** Orders of that day, by what they are now. */
  orders: Partial<Record<OrderStatus, { count: number; total: number }>>;
  /** What waits for somebody now. */
  waiting: readonly { label: string; count: number }[];
}

/** To the shop, once a day: what came in the day before, and what waits. */
export function daySummary(letterhead: Letterhead, { day, orders, waiting }: DaySummary): Mail {
  const isEmpty = Object.keys(orders).length === 0;
  const { cancelled, returned, ...kept } = orders;
  const count = Object.values(kept).reduce((sum, of) => sum + of.count, 0);
  const total = Object.values(kept).reduce((sum, of) => sum + of.total, 0);
  const open = waiting.filter((item) => item.count > 0);
  const ofDay = orderStatuses.flatMap((status) => {
    const of = orders[status];
    return of ? [[statusLabels[status], `${of.count} (${formatDinars(of.total)})`] as const] : [];
  });
  return composed(
    letterhead,
    `${day}\u00a0: ${isEmpty ? "aucune commande" : `${counted(count, "commande")}, ${formatDinars(total)}`}`,
    [
      words(isEmpty ? `Aucune commande le ${day}.` : `Commandes du ${day}, par statut actuel\u00a0:`),
      ...(isEmpty ? [] : [rows(...ofDay)]),
      words(open.length === 0 ? "Rien n'est en attente." : "Ce qui attend maintenant\u00a0:"),
      ...(open.length === 0 ? [] : [rows(...open.map(({ label, count }) => [label, countWords(count)] as const))]),
      officeLink(letterhead, "Ouvrir Aujourd'hui", "/gestion"),
    ],
  );
}
