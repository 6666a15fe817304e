import { chatText, outcomeWords, proposesCancelling } from "~/domain/office/call";
import { type OrderStatus, orderStatuses, statusLabels } from "~/domain/order/order";
import { lineWords } from "~/domain/order/order-texts";
import { formatFigures } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import type { CallCard, OtherOrder } from "~/shop/services/call-office";
import { shownOrder } from "./shown-order";

/**
 * The card of a call in words; dates are formatted by the server.
 * @param lapses whether an order that stays unconfirmed is cancelled by the clock
 */
export function callView({ order, ...card }: CallCard, lapses: boolean) {
  const { recipient } = order;
  return {
    ...shownOrder(order, card),
    status: statusLabels[order.status],
    phone: recipient.phone,
    // Landlines, which have one digit less, have no chats.
    chat: recipient.phone.length === 10 ? chatOf() : undefined,
    isReserved: order.reserved,
    unanswered: card.unanswered,
    proposesCancelling: proposesCancelling(card),
    lapses,
    calls: card.calls.map(({ at, outcome, callAt, ...call }) => ({
      ...{ ...call, at: formatFigures(at) },
      outcome: outcomeWords(outcome, callAt && !call.isTakenBack ? formatFigures(callAt) : undefined),
    })),
    houseNotes: card.houseNotes.map(({ id, at, name, text }) => ({
      ...{ id, text },
      head: `Note interne, ${name}, ${formatFigures(at)}`,
    })),
    history: orderStatuses.flatMap((status): [OrderStatus, number][] => {
      const count = card.cameTo[status];
      return count ? [[status, count]] : [];
    }),
    // A twin stands with the twins.
    earlier: card.earlier.filter(({ number }) => !card.twins.some((twin) => twin.number === number)).map(otherView),
    twins: card.twins.map(({ isSamePhone, lines, ...twin }) => ({
      ...{ ...otherView(twin), isSamePhone },
      lines: lines.map(lineWords).join("\n"),
    })),
  };

  function chatOf(): string {
    const { number, total } = order;
    const { firstName, communeName } = recipient;
    return chatText({ number, firstName, total: formatDinars(total), place: communeName });
  }
}

const otherView = ({ number, status, at, total }: OtherOrder) => ({
  number,
  words: `${statusLabels[status]}, ${formatFigures(at)}, ${formatDinars(total)}`,
});

export type CallView = ReturnType<typeof callView>;
