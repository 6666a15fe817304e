import { isUnannounced, parcelWords } from "~/domain/delivery/parcel";
import { orderMails } from "~/domain/mails/kinds";
import { outcomeWords } from "~/domain/office/call";
import { actionWords, actorOf, changesIn, type JournalChange } from "~/domain/office/journal-words";
import { actionsFor, type OrderAction, seesLabel, seesPhone } from "~/domain/office/order-actions";
import type { StaffRole } from "~/domain/office/role";
import { channelLabels } from "~/domain/order/channel";
import { statusLabels } from "~/domain/order/order";
import { lapsedWords } from "~/domain/order/order-bounds";
import { stateWords } from "~/domain/order/order-texts";
import { formatFigures } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import type { OrderEvent, OrderPage } from "~/shop/services/order-detail-office";
import { shownOrder, toneOf } from "./shown-order";

/** The page of an order in words, as this role sees it; dates are formatted by the server. */
export function orderView(page: OrderPage, role: StaffRole) {
  const { order, parcel } = page;
  const { recipient, status } = order;
  const hasPhone = seesPhone(role, status);
  const state = { status, parcel, isForgotten: page.isForgotten };
  return {
    ...shownOrder(order, page),
    lines: order.lines.map((line) => ({ ...line, reference: page.references.get(line.variantId) })),
    state: stateWords(order),
    tone: toneOf(order),
    actions: actionsFor(state, role),
    // Its last call may be taken back.
    wasDecided: page.lastCall !== undefined && (status === "confirmed" || status === "cancelled"),
    isUnannounced: parcel !== undefined && isUnannounced(parcel.state),
    nothingToDo: nothingToDo(actionsFor(state, "owner")),
    channel: page.channel && channelLabels[page.channel],
    provenance: Object.values(order.provenance ?? {}).join(", "),
    lapsed: order.lapsedDays === undefined ? undefined : lapsedWords(order.lapsedDays),
    isForgotten: page.isForgotten,
    phone: hasPhone ? recipient.phone : "",
    subtotal: formatDinars(order.subtotal),
    parcel: parcel && {
      state:
        parcelWords(parcel.state, parcel.reported) + (parcel.holdsPairs ? ", ses paires ne sont pas revenues" : ""),
      failure: parcel.failure,
      tracking: parcel.story?.tracking,
      label: seesLabel(role, status) ? parcel.label : undefined,
    },
    events: page.events.map((event, index) => ({ id: index, ...eventView(event, hasPhone) })),
  };
}

/** For who can do nothing with an order, of which an owner could do this. */
function nothingToDo(left: readonly OrderAction[]): string {
  if (left.includes("confirmed")) return "C'est à l'équipe Confirmation d'appeler le client.";
  if (left.includes("delivered")) return "C'est à l'équipe Préparation d'indiquer si le colis est livré ou retourné.";
  return "Il n'y a plus rien à faire.";
}

export type OfficeOrderView = ReturnType<typeof orderView>;

interface EventView {
  at: string;
  who: string;
  what: string;
  text?: string;
  changes?: JournalChange[];
}

const mailStates = { sent: "E-mail envoyé", waiting: "E-mail en attente", "given-up": "E-mail abandonné" };

function eventView(event: OrderEvent, hasPhone: boolean): EventView {
  const at = formatFigures(event.at);
  switch (event.kind) {
    case "change": {
      const changes = changesIn(event.entry).filter(({ name }) => hasPhone || name !== "téléphone");
      return { at, who: actorOf(event.entry), what: actionWords(event.entry), changes };
    }
    case "status":
      return { at, who: "", what: statusLabels[event.status] };
    case "call": {
      const what =
        event.outcome === "taken-back"
          ? "résultat d'appel annulé"
          : `appel\u00a0: ${outcomeWords(event.outcome, event.callAt && formatFigures(event.callAt))}`;
      return { at, who: event.name, what, text: event.note };
    }
    case "note":
      return { at, who: event.name, what: "note", text: event.text };
    case "parcel":
      return { at, who: "Livreur", what: event.label, ...(event.reason ? { text: event.reason } : {}) };
    case "mail":
      return { at, who: "Boutique", what: `${mailStates[event.state]}\u00a0: ${orderMails[event.mail]}` };
  }
}
