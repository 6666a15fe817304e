import type { Tone } from "~/components/office/status";
import { parcelWords } from "~/domain/delivery/parcel";
import { choiceText } from "~/domain/office/bulk";
import { outcomeRule, outcomeWords } from "~/domain/office/call";
import { seesPhone } from "~/domain/office/order-actions";
import type { StaffRole } from "~/domain/office/role";
import { channelLabels } from "~/domain/order/channel";
import { isOwed, type Order } from "~/domain/order/order";
import {
  lineWords,
  missingWords,
  nameOf,
  pickupPointWords,
  piecesWords,
  stateWords,
  wilayaWords,
} from "~/domain/order/order-texts";
import { formatDateTime, formatFigures } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import { counted } from "~/domain/values/plural";
import type { OrderPage } from "~/shop/services/order-detail-office";
import type { ListedOrder } from "~/shop/services/order-list-office";
import { officeOrderPage } from "./order-paths";

export const toneOf = ({ status }: Pick<Order, "status">): Tone =>
  status === "pending" ? "next" : status === "delivered" ? "good" : status === "returned" ? "bad" : "calm";

/** What an order's page and its call's both show; dates are formatted by the server. */
export function shownOrder(order: Order, page: Pick<OrderPage, "version" | "callAt" | "missing">) {
  const { number, recipient, lines, reward } = order;
  return {
    number,
    version: page.version,
    page: officeOrderPage(number),
    isWaiting: order.status === "pending",
    placed: formatDateTime(order.createdAt),
    due: page.callAt && formatDateTime(page.callAt),
    name: nameOf(recipient),
    wilaya: wilayaWords(recipient.wilayaId, recipient.wilayaName),
    commune: recipient.communeName,
    delivery: recipient.mode === "pickup" ? "Au point relais" : "À domicile",
    pickupPoint: pickupPointWords(recipient),
    address: recipient.address,
    notes: recipient.notes,
    lines,
    articles: piecesWords(lines),
    reward: reward > 0 ? formatDinars(reward) : undefined,
    fee: formatDinars(order.fees.totalFee),
    total: formatDinars(order.total),
    isOwed: isOwed(order.status),
    missing: page.missing.map(missingWords),
  };
}

export type ShownOfficeOrder = ReturnType<typeof shownOrder>;

/** What the list shows of an order; dates are formatted by the server. */
export function listedView({ order, version, ...listed }: ListedOrder, role: StaffRole) {
  const { recipient, lines } = order;
  return {
    number: order.number,
    choice: choiceText({ number: order.number, version }),
    placed: formatFigures(order.createdAt),
    channel: listed.channel && channelLabels[listed.channel],
    name: nameOf(recipient),
    phone: seesPhone(role, order.status) ? recipient.phone : "",
    place: `${recipient.communeName}, ${wilayaWords(recipient.wilayaId, recipient.wilayaName)}`,
    lines: lines.map(lineWords),
    total: formatDinars(order.total),
    state: stateWords(order),
    tone: toneOf(order),
    call: callWords(listed),
    parcel: listed.parcel && parcelWords(listed.parcel.state, listed.parcel.reported),
    note: listed.note,
  };
}

function callWords({ lastCall, callAt, unanswered }: Pick<ListedOrder, "lastCall" | "callAt" | "unanswered">): string {
  if (!lastCall) return "";
  // What was agreed with the client; when to try again is for the list of calls to say.
  const agreed = outcomeRule(lastCall).asksWhen && callAt ? formatFigures(callAt) : undefined;
  const count = unanswered > 1 ? `, ${counted(unanswered, "appel")} sans réponse` : "";
  return `${outcomeWords(lastCall, agreed)}${count}`;
}
