import { variantWords } from "~/domain/catalogue/size";
import { chatText, outcomeLabel, proposesCancelling } from "~/domain/office/call";
import { type OrderStatus, orderStatuses, statusLabels } from "~/domain/order/order";
import { formatDateTime, formatFigures } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import type { CallCard, OtherOrder } from "~/shop/services/call-office";

export const callPage = (number: string) => `/gestion/appels/${encodeURIComponent(number)}`;
export const officeOrderPage = (number: string) => `/gestion/commandes/${encodeURIComponent(number)}`;

/** The card of a call in words; dates are formatted by the server. */
export function callView({ order, ...card }: CallCard) {
  const { recipient, lines } = order;
  const name = `${recipient.firstName} ${recipient.lastName}`.trim();
  const pairs = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    number: order.number,
    version: card.version,
    isWaiting: order.status === "pending",
    status: statusLabels[order.status],
    page: officeOrderPage(order.number),
    name,
    phone: recipient.phone,
    // Landlines, which have one digit less, have no chats.
    chat: recipient.phone.length === 10 ? chatOf() : undefined,
    wilaya: `${String(recipient.wilayaId).padStart(2, "0")} ${recipient.wilayaName}`,
    commune: recipient.communeName,
    delivery: recipient.mode === "pickup" ? "Au point relais" : "À domicile",
    pickupPoint: [recipient.pickupPointName, recipient.pickupPointAddress].filter(Boolean).join(", "),
    address: recipient.address,
    notes: recipient.notes,
    placed: formatDateTime(order.createdAt),
    due: card.callAt && formatDateTime(card.callAt),
    lines,
    pairs,
    fee: formatDinars(order.fees.totalFee),
    reward: order.reward > 0 ? formatDinars(order.reward) : undefined,
    total: formatDinars(order.total),
    isReserved: order.reserved,
    missing: card.missing.map(
      ({ line, stock }) => `${line.name}, ${variantWords(line)}\u00a0: ${line.quantity} voulues, ${stock} en stock`,
    ),
    unanswered: card.unanswered,
    proposesCancelling: proposesCancelling(card),
    calls: card.calls.map(({ id, at, name, outcome, note, callAt, isTakenBack }) => ({
      ...{ id, name, note, isTakenBack, at: formatFigures(at), outcome: outcomeLabel(outcome) },
      callAt: callAt && formatFigures(callAt),
    })),
    history: orderStatuses.flatMap((status): [OrderStatus, number][] => {
      const count = card.cameTo[status];
      return count ? [[status, count]] : [];
    }),
    // A twin stands with the twins.
    earlier: card.earlier.filter(({ number }) => !card.twins.some((twin) => twin.number === number)).map(otherView),
    twins: card.twins.map(({ isSamePhone, ...twin }) => ({ ...otherView(twin), isSamePhone })),
  };

  function chatOf(): string {
    const { number, total } = order;
    const { firstName, communeName } = recipient;
    return chatText({ number, firstName, total: formatDinars(total), place: communeName });
  }
}

const otherView = ({ number, status, at, total }: OtherOrder) => ({
  number,
  page: officeOrderPage(number),
  words: `${statusLabels[status]}, ${formatFigures(at)}, ${formatDinars(total)}`,
});

export type CallView = ReturnType<typeof callView>;
