import { changeSentence, TOO_MANY_OPEN, tooBusy } from "~/actions/place-order.server";
import { orderWire } from "~/api/wire";
import { formatDinars } from "~/domain/money";
import type { Recipient, WantedLine } from "~/domain/order";
import { turnToOrder } from "~/server/order-queue.server";
import { newGuest } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import type { OrderChange } from "~/shop/services/orders";
import { getShop } from "~/shop/shop.server";

import { Answer, Refusal } from "./endpoint.server";
import { type Asker, guestToken } from "./identity.server";

/** The one order rule, for both forms of an order that the API takes. */

/** A line whose price was not told; no price is that, so that it never passes for what was shown. */
export const UNTOLD = -1;

export interface WantedOrder {
  /** Undefined when none was sent: then the content is what makes it one order (decision 028). */
  key: string | undefined;
  lines: readonly WantedLine[];
  recipient: Recipient;
  shownFee: number;
  /** Where it is asked for from. */
  address: string | undefined;
  /** What the goods were shown to cost together, where lines do not say what they cost. */
  shownValue?: number;
}

/** Before anything is looked up. @throws Refusal when its turn has not come in time */
export async function awaitTurn(): Promise<void> {
  const seconds = await turnToOrder();
  if (seconds !== undefined) throw busy(seconds);
}

const busy = (seconds: number) =>
  new Refusal(429, tooBusy(seconds), undefined, undefined, { "Retry-After": String(seconds) });

/** @throws Refusal when nothing was ordered */
export async function placeWanted(asker: Asker, { key, shownValue, ...wanted }: WantedOrder): Promise<Answer> {
  const { orders } = await getShop();
  const guest = asker.visitor === undefined ? newGuest() : undefined;
  const visitor = asker.visitor ?? guest?.visitor ?? "";
  // Nobody else's keys, and no form's.
  const scope = `api ${asker.account?.id ?? "guest"}`;
  const result = await orders.place({
    ...wanted,
    key: key === undefined ? await orders.keyOf(wanted, scope) : `${scope} ${key}`,
    visitor,
    fromCart: false,
  });
  if (result.outcome === "busy") throw busy(result.seconds);
  if (result.outcome === "changed") throw changed(result.changes, wanted.lines, shownValue);
  if (result.outcome === "limited")
    throw new Refusal(409, `Rien n'a été commandé\u00a0: ${TOO_MANY_OPEN}`, undefined, { limited: true });
  if (result.outcome === "key-used") {
    const { number } = result.order;
    const mayRead = asker.visitor !== undefined && (await orders.read(number, asker.visitor));
    const errors = { "Idempotency-Key": "Prenez-en une nouvelle pour chaque commande" };
    const more = mayRead ? { orderNumber: number } : {};
    throw new Refusal(409, "Cette clé (Idempotency-Key) a déjà servi à une autre commande", errors, more);
  }
  const token = guest ? { token: guestToken(guest.token) } : {};
  const body = { ...orderWire(settings.siteUrl, result.order, asker.account?.id ?? null), ...token };
  return new Answer(result.repeated ? 200 : 201, body, {
    Location: `/api/orders/${encodeURIComponent(result.order.number)}`,
    ...(result.repeated ? { "Idempotent-Replayed": "true" } : {}),
  });
}

type ToldChange = OrderChange | { kind: "value"; before: number };

/** What differs from what was shown: nothing was ordered, and whoever asks decides. */
function changed(changes: readonly OrderChange[], lines: readonly WantedLine[], shownValue = 0): Refusal {
  const isUntold = (change: OrderChange) => change.kind === "price" && change.before === UNTOLD;
  const told: ToldChange[] = changes.filter((change) => !isUntold(change));
  if (told.length < changes.length) told.push({ kind: "value", before: shownValue });
  const sentences = told.map((change): [string, string] => [fieldOf(change, lines), sentence(change)]);
  const [[, first = ""] = []] = sentences;
  return new Refusal(409, `Rien n'a été commandé\u00a0: ${first}`, Object.fromEntries(sentences), { changes: told });
}

const sentence = (change: ToldChange) =>
  change.kind === "value"
    ? `Les articles ne coûtent pas, ou plus, ${formatDinars(change.before)}.`
    : changeSentence(change);

function fieldOf(change: ToldChange, lines: readonly WantedLine[]): string {
  switch (change.kind) {
    case "fee":
      return "shippingCost";
    case "destination":
      return "toCommuneId";
    case "value":
      return "declaredValue";
    case "reward":
    case "ceiling":
      return "total";
    default:
      return `items.${lines.findIndex(({ variantId }) => variantId === change.variantId)}`;
  }
}
