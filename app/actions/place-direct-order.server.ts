import { deliveryProblems } from "~/components/forms/delivery-problems";
import type { Problem } from "~/components/forms/error-summary";
import type { DeliveryView } from "~/domain/delivery-view";
import type { WantedLine } from "~/domain/order";
import { hasOurCookies } from "~/session/cookies.server";
import type { JustOrdered, PlaceOrder } from "~/shop/services/orders";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import {
  CHECK_AGAIN,
  NOT_ORDERED,
  notNow,
  type OrderRefusal,
  type OrderRequest,
  placeOrder,
} from "./place-order.server";
import type { ReadDelivery } from "./read-delivery.server";

interface DirectRefusal {
  status: 400 | 409 | 429 | 500 | 503;
  intro: string | undefined;
  problems: Problem[];
  /** For DeliveryFields: the posted form with errors, current fees and a key. */
  delivery: DeliveryView;
  /** The same order was placed just before: only another button places it again. */
  isRepeated?: boolean;
  /** The order that this form placed before. */
  existing?: OrderRefusal["existing"];
}

type DirectOutcome =
  | { placed: true; response: Response }
  | { placed: false; refusal: DirectRefusal; headers?: Headers };

interface DirectOrder extends Pick<OrderRequest, "wait"> {
  /** Undefined when the choice itself is wrong: then only the delivery is checked. */
  lines: readonly WantedLine[] | undefined;
  /** Whether the shopper confirmed that the same order is to be placed again. */
  isConfirmedAgain?: boolean;
}

/** Places the order of 'Commander maintenant', or returns what is to be mended in the form. */
export async function placeDirectOrder(
  request: Request,
  read: ReadDelivery,
  { lines, isConfirmedAgain, wait }: DirectOrder,
): Promise<DirectOutcome> {
  const { view, recipient, fee, key } = read;
  const refuse = (refusal: Omit<DirectRefusal, "delivery"> & { key?: string }, headers?: Headers): DirectOutcome => ({
    placed: false,
    headers,
    refusal: { ...refusal, delivery: { ...view, offer: { ...view.offer, cle: refusal.key ?? view.offer.cle } } },
  });
  if (!recipient || !lines) return refuse({ status: 400, intro: read.intro, problems: deliveryProblems(view) });
  if (fee === undefined) return refuse({ status: 503, intro: await notNow(NOT_ORDERED), problems: [] });
  if (read.feeNotice) return refuse({ status: 400, intro: CHECK_AGAIN, problems: [{ message: read.feeNotice }] });
  // A browser without cookies may have lost the page of an order that was placed.
  if (!isConfirmedAgain && key !== undefined && !hasOurCookies(request)) {
    const before = await justOrdered({ key, lines, recipient });
    if (before) return refuse({ status: 409, intro: repeatedOrder(before), problems: [], isRepeated: true });
  }
  const outcome = await placeOrder(request, { key, lines, recipient, shownFee: fee, fromCart: false, wait });
  if (outcome.placed) return outcome;
  const { sentences, ...rest } = outcome.refusal;
  return refuse({ ...rest, problems: sentences.map((message) => ({ message })) }, outcome.headers);
}

async function justOrdered(wanted: Pick<PlaceOrder, "key" | "lines" | "recipient">): Promise<JustOrdered | undefined> {
  try {
    return await (await getShop()).orders.justOrdered(wanted);
  } catch (error) {
    // placeOrder meets the same failure and returns its message.
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}

function repeatedOrder({ minutes, number }: JustOrdered): string {
  const ago = `il y a ${minutes} minute${minutes > 1 ? "s" : ""}`;
  const known = number
    ? `Vous avez déjà passé cette commande ${ago}\u00a0: n° ${number}.`
    : `Une commande des mêmes articles a déjà été passée avec ce téléphone ${ago}.`;
  return `${known} Rien n'a été commandé de nouveau. Pour commander encore une fois, confirmez.`;
}
