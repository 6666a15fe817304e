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

/**
 * The product page's order form ('Commander maintenant'): everything its action needs.
 *
 * ```ts
 * // loader: a public page, no key
 * const delivery = await emptyDelivery({ pairs: 1, amount: product.price });
 * // action
 * const form = await readForm(request);
 * const wait = await turnToOrder();                                          // before anything is looked up
 * const read = await readDelivery(form, { pairs: quantity, amount: quantity * product.price });
 * if (intent === "communes") return data({ delivery: forCommunes(read), … });  // or refusal() when the wilaya is missing
 * const outcome = await placeDirectOrder(request, read, { lines, wait });    // lines: undefined when the choice is wrong
 * if (outcome.placed) return outcome.response;
 * return refusal({ ...outcome.refusal, … }, outcome.refusal.status, outcome.headers);
 * ```
 *
 * The form posts to the product's own address and holds, beside <DeliveryFields>, the choice (couleur, pointure, quantite),
 * a hidden `prix` with the price that is shown (so that a changed one is noticed, R-3), first of all
 * <DefaultSubmit value="…"/>, and <SubmitButton name="intent" value="commander">Commander maintenant</SubmitButton>.
 */

export { emptyDelivery, forCommunes, type ReadDelivery, readDelivery } from "./read-delivery.server";

export interface DirectRefusal {
  status: 400 | 409 | 429 | 500 | 503;
  /** For ErrorSummary. */
  intro: string | undefined;
  problems: Problem[];
  /** For DeliveryFields: the same form with errors, current fees and a key. */
  delivery: DeliveryView;
  /** It seems to be ordered already: only another button orders it again. */
  isRepeated?: boolean;
  /** The order that this very form made before. */
  existing?: OrderRefusal["existing"];
}

export type DirectOutcome =
  | { placed: true; response: Response }
  | { placed: false; refusal: DirectRefusal; headers?: Headers };

interface DirectOrder extends Pick<OrderRequest, "wait"> {
  /** Variant, quantity and shown price; undefined when the choice itself is wrong: then only the delivery is checked. */
  lines: readonly WantedLine[] | undefined;
  /** Once more, though it was ordered just before. */
  isMeant?: boolean;
}

/** Orders what was chosen, or says what is in the way. */
export async function placeDirectOrder(
  request: Request,
  read: ReadDelivery,
  { lines, isMeant, wait }: DirectOrder,
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
  // Who keeps cookies sees the order that there is; who keeps none may take its page for lost.
  if (!isMeant && key !== undefined && !hasOurCookies(request)) {
    const before = await justOrdered({ key, lines, recipient });
    if (before) return refuse({ status: 409, intro: askAgain(before), problems: [], isRepeated: true });
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
    // The order meets the same, and says what is kept and what to do.
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}

function askAgain({ minutes, number }: JustOrdered): string {
  const ago = `il y a ${minutes} minute${minutes > 1 ? "s" : ""}`;
  const known = number
    ? `Vous avez déjà passé cette commande ${ago}\u00a0: n° ${number}.`
    : `Une commande des mêmes articles a déjà été passée avec ce téléphone ${ago}.`;
  return `${known} Rien n'a été commandé de nouveau. Pour commander encore une fois, confirmez.`;
}
