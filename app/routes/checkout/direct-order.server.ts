import { deliveryProblems } from "~/components/forms/delivery-problems";
import type { Problem } from "~/components/forms/error-summary";
import type { DeliveryView } from "~/domain/delivery-view";
import type { WantedLine } from "~/domain/order";
import { CHECK_AGAIN, NOT_ORDERED, notNow, type OrderRefusal, placeOrder } from "./place-order.server";
import type { ReadDelivery } from "./read-delivery.server";

/**
 * The product page's order form ('Commander maintenant'): everything its action needs.
 *
 * ```ts
 * // loader: a public page, no key
 * const delivery = await emptyDelivery({ pairs: 1, amount: product.price });
 * // action
 * const form = await readForm(request);
 * const read = await readDelivery(form, { pairs: quantity, amount: quantity * product.price });
 * if (intent === "communes") return data({ delivery: forCommunes(read), … });  // or refusal() when the wilaya is missing
 * const outcome = await placeDirectOrder(request, read, lines);              // lines: undefined when the choice is wrong
 * if (outcome.placed) return outcome.response;
 * return refusal(context, { ...outcome.refusal, … }, outcome.refusal.status, outcome.headers);
 * ```
 *
 * The form posts to the product's own address and holds, beside <DeliveryFields>, the choice (couleur, pointure, quantite),
 * a hidden `prix` with the price that is shown (so that a changed one is noticed, R-3), first of all
 * <DefaultSubmit value="…"/>, and <SubmitButton name="intent" value="commander">Commander maintenant</SubmitButton>.
 */

export { emptyDelivery, forCommunes, type ReadDelivery, readDelivery } from "./read-delivery.server";

export interface DirectRefusal {
  status: 400 | 409 | 503;
  /** For ErrorSummary. */
  intro: string | undefined;
  problems: Problem[];
  /** For DeliveryFields: the same form with errors, current fees and a key. */
  delivery: DeliveryView;
  /** The order that this very form made before. */
  existing?: OrderRefusal["existing"];
}

export type DirectOutcome =
  | { placed: true; response: Response }
  | { placed: false; refusal: DirectRefusal; headers?: Headers };

/**
 * Orders what was chosen, or says what is in the way.
 *
 * @param lines variant, quantity and shown price; undefined when the choice itself is wrong: then only the delivery is judged
 */
export async function placeDirectOrder(
  request: Request,
  read: ReadDelivery,
  lines: readonly WantedLine[] | undefined,
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
  const outcome = await placeOrder(request, { key, lines, recipient, shownFee: fee, fromCart: false });
  if (outcome.placed) return outcome;
  const { sentences, ...rest } = outcome.refusal;
  return refuse({ ...rest, problems: sentences.map((message) => ({ message })) }, outcome.headers);
}
