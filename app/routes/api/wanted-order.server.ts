import { randomUUID } from "node:crypto";
import { orderWire } from "~/api/wire";
import type { Product, Variant } from "~/domain/catalogue/catalogue";
import type { Recipient, WantedLine } from "~/domain/order/order";
import {
  changeText,
  NOT_TAKEN,
  type OrderChange,
  type OrderRefusal,
  refusalRules,
  refusalText,
} from "~/domain/order/order-refusal";
import { isWord, oneLine, WRONG_PHONE } from "~/domain/values/form-fields";
import { formatDinars } from "~/domain/values/money";
import { normalisePhone } from "~/domain/values/phone";
import { turnToOrder } from "~/http/order-queue.server";
import { newGuest } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import type { Shop } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Answer, Refusal, wrong } from "./endpoint.server";
import { type Asker, guestToken } from "./identity.server";

/** Price of a line that was sent without one; it never equals a real price. */
export const UNKNOWN_PRICE = -1;

/** For programs, where the message may be shown to a shopper. */
const NEW_KEY = { "Idempotency-Key": "Prenez-en une nouvelle pour chaque commande" };

interface WantedOrder {
  /** Undefined when none was sent: then equal content is one order (decision 028). */
  key: string | undefined;
  lines: readonly WantedLine[];
  recipient: Recipient;
  shownFee: number;
  /** Network address of the request. */
  address: string | undefined;
  /** The total of the products that was shown, when the lines have no prices. */
  shownValue?: number;
}

/** Called before anything is read. @throws Refusal when the order's turn has not come in time */
export async function awaitTurn(): Promise<void> {
  const turn = await turnToOrder();
  if (!turn.hasCome) throw asRefusal({ outcome: "busy", seconds: turn.seconds });
}

/**
 * Who receives it.
 * @param field that holds these
 * @param missing what is said first where there is no name
 */
export function personIn(
  field: "customer" | "shipping",
  typed: { firstName: string; lastName?: string | null | undefined; phone: string },
  missing = "Le prénom est requis",
) {
  const firstName = oneLine(typed.firstName);
  if (!isWord(firstName)) throw new Refusal(400, missing, { [`${field}.firstName`]: "Le prénom est requis" });
  const phone = normalisePhone(typed.phone);
  if (phone === undefined) throw wrong(`${field}.phone`, WRONG_PHONE);
  return { lastName: oneLine(typed.lastName ?? ""), firstName, phone };
}

/** The fitting variants; where none is left, those that an order sent again may name. */
export async function fittingVariants(
  { catalogue }: Pick<Shop, "catalogue">,
  idOrSlug: string,
  product: Product | undefined,
  fits: (variant: Variant) => boolean,
): Promise<Variant[]> {
  const fitting = product?.variants.filter(fits) ?? [];
  return fitting.length > 0 ? fitting : (await catalogue.leftVariants(idOrSlug)).filter(fits);
}

/** @throws Refusal when nothing was ordered */
export async function placeWanted(asker: Asker, { key, shownValue, ...wanted }: WantedOrder): Promise<Answer> {
  const { orders } = await getShop();
  const guest = asker.visitor === undefined ? newGuest() : undefined;
  const visitor = asker.visitor ?? guest?.visitor ?? "";
  // Keeps a key apart from those of other accounts and of forms.
  const scope = `api ${asker.account?.id ?? "guest"}`;
  // Without a key equal content is one order for the same asker: an unknown one is its address.
  const self = asker.visitor ?? wanted.address ?? randomUUID();
  const result = await orders.place({
    ...wanted,
    key: key === undefined ? await orders.keyOf(wanted, `${scope} ${self}`) : `${scope} ${key}`,
    visitor,
    fromCart: false,
  });
  if (result.outcome === "unsettled")
    return new Answer(202, {
      message: `Nous vérifions cette commande, référence ${result.reference}\u00a0: ne l'envoyez pas de nouveau`,
    });
  if (result.outcome === "changed") throw changed(result.changes, wanted.lines, shownValue);
  if (result.outcome === "key-used") {
    const { number } = result.order;
    const mayRead = asker.visitor !== undefined && (await orders.read(number, asker.visitor));
    const more = mayRead ? { orderNumber: number } : {};
    throw new Refusal(409, "Cette clé (Idempotency-Key) a déjà servi à une autre commande", NEW_KEY, more);
  }
  if (result.outcome !== "placed") throw asRefusal(result);
  const token = guest ? { token: guestToken(guest.token) } : {};
  const body = { ...orderWire(settings.siteUrl, result.order, asker.account?.id ?? null), ...token };
  return new Answer(result.repeated ? 200 : 201, body, {
    Location: `/api/orders/${encodeURIComponent(result.order.number)}`,
    // Tells clients that keys are known here.
    ...(key === undefined ? {} : { "Idempotency-Key": key }),
    ...(result.repeated ? { "Idempotent-Replayed": "true" } : {}),
  });
}

/** As a page says it, where a program reads nothing else. */
function asRefusal(refusal: OrderRefusal): Refusal {
  if (refusal.outcome === "refused") return new Refusal(400, refusal.message || "La commande n'est pas acceptée ainsi");
  // An empty list of changes: a key that has made an order comes without one.
  if (refusal.outcome === "not-taken") return new Refusal(409, NOT_TAKEN, NEW_KEY, { changes: [] });
  const more = refusal.outcome === "limited" ? { limited: true } : {};
  const headers: Record<string, string> = refusal.outcome === "busy" ? { "Retry-After": String(refusal.seconds) } : {};
  const { status } = refusalRules[refusal.outcome];
  return new Refusal(status, refusalText(refusal, settings.shopPhone), undefined, more, headers);
}

type ReportedChange = OrderChange | { kind: "value"; before: number };

/** The refusal that names what differs from what was shown; nothing was ordered. */
function changed(changes: readonly OrderChange[], lines: readonly WantedLine[], shownValue = 0): Refusal {
  const isUnpriced = (change: OrderChange) => change.kind === "price" && change.before === UNKNOWN_PRICE;
  const reported: ReportedChange[] = changes.filter((change) => !isUnpriced(change));
  if (reported.length < changes.length) reported.push({ kind: "value", before: shownValue });
  const sentences = reported.map((change): [string, string] => [fieldOf(change, lines), sentence(change)]);
  const [[, first = ""] = []] = sentences;
  return new Refusal(409, `Rien n'a été commandé\u00a0: ${first}`, Object.fromEntries(sentences), {
    changes: reported,
  });
}

const sentence = (change: ReportedChange) =>
  change.kind === "value"
    ? `Les articles ne coûtent pas, ou plus, ${formatDinars(change.before)}.`
    : changeText(change);

function fieldOf(change: ReportedChange, lines: readonly WantedLine[]): string {
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
