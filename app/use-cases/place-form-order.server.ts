import { redirect } from "@remix-run/node";
import { accountOrderPage, type Order, unsettledPage, type WantedLine } from "~/domain/order/order";
import { type OrderRefusal, refusalRules } from "~/domain/order/order-refusal";
import { text } from "~/forms/form.server";
import type { OrderTurn } from "~/http/order-queue.server";
import { currentRequest } from "~/request-context.server";
import { provenanceIn } from "~/session/provenance.server";
import { visitorToOrder } from "~/session/visitor.server";
import type { PlaceOrder, PlaceResult } from "~/shop/services/orders";
import { ShopUnavailable, unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { isFormKey, mintFormKey } from "~/tokens/form-key.server";
import { closedNow } from "./delivery-offer.server";
import { orderAddress } from "./order-address.server";
import { recipientAsOrdered } from "./read-delivery.server";

/** Places an order, from the checkout and from the product page's form alike (decision 009). */

export interface FormOrder extends Pick<PlaceOrder, "lines" | "recipient" | "shownFee" | "shownReward" | "fromCart"> {
  /** The form's key; undefined when it holds none that this shop minted. */
  key: string | undefined;
}

interface RefusalAnswer {
  refusal: OrderRefusal;
  status: (typeof refusalRules)["failed"]["status"];
  /** Key of the form that is shown again. */
  key: string;
  headers: Headers;
}

/** @param headers with the cookie that opens an existing order */
export function refuseOrder(refusal: OrderRefusal, key: string | undefined, headers = new Headers()): RefusalAnswer {
  const { status, keepsKey } = refusalRules[refusal.outcome];
  if (refusal.outcome === "busy") headers.set("Retry-After", String(refusal.seconds));
  return { refusal, status, key: keepsKey && key !== undefined ? key : mintFormKey(), headers };
}

/**
 * The answer to a form that is an order already, whatever has changed since (decision 028).
 * @param linesAs the form's, which may have to be named as the order does
 * @returns undefined for any other form: also of this key with other content
 */
export async function answerAgain(
  request: Request,
  form: FormData,
  turn: OrderTurn,
  { fromCart, linesAs }: { fromCart: boolean; linesAs: (order: Order) => WantedLine[] },
): Promise<Response | undefined> {
  const key = text(form, "cle");
  // Where it cannot be read, `place` says so beside the form.
  const order = isFormKey(key) ? await unlessUnavailable((await getShop()).orders.underKey(key)) : undefined;
  const recipient = order && recipientAsOrdered(form, order);
  if (!recipient) return undefined;
  const wanted = { key, lines: linesAs(order), recipient, shownFee: order.fees.totalFee, fromCart };
  const answer = await placeFormOrder(request, wanted, turn);
  return answer instanceof Response ? answer : undefined;
}

/** @returns 303 to the page of the order, or of one that may exist; else why nothing was ordered */
export async function placeFormOrder(
  request: Request,
  { key, ...wanted }: FormOrder,
  turn: OrderTurn,
): Promise<Response | RefusalAnswer> {
  if (key === undefined) return refuseOrder({ outcome: "incomplete" }, key);
  if (!turn.hasCome) return refuseOrder({ outcome: "busy", seconds: turn.seconds }, key);
  const shop = await getShop();
  // All that can fail comes first: an order that was taken is never answered by an error.
  const { visitor, headers, isAccount } = await visitorToOrder(request);
  let result: PlaceResult;
  try {
    const provenance = await provenanceIn(request);
    result = await shop.orders.place({ ...wanted, key, visitor, address: currentRequest()?.address, provenance });
  } catch (error) {
    if (error instanceof ShopUnavailable)
      return refuseOrder({ outcome: "unavailable", closed: await closedNow() }, key);
    console.error("Erreur: %s", error instanceof Error ? error.message : error, error);
    return refuseOrder({ outcome: "failed" }, key);
  }
  if (result.outcome === "unsettled") {
    const { reference } = result;
    const page = orderAddress(request, reference, visitor, unsettledPage(reference));
    return redirect(page, { status: 303, headers });
  }
  if (result.outcome !== "placed" && result.outcome !== "key-used") return refuseOrder(result, key);

  const { number, status } = result.order;
  // The form of a cancelled order neither places it again nor reports it as placed.
  if (result.outcome === "placed" && status !== "cancelled") {
    // Decision 029: an account holder's order is in the account. Either page says 'bien reçue'.
    const page = isAccount ? accountOrderPage(number) : orderAddress(request, number, visitor);
    return redirect(page, { status: 303, headers });
  }
  const refusal = { outcome: "key-used", order: { number, status } } as const;
  if (!(await shop.orders.read(number, visitor))) return refuseOrder(refusal, key);
  return refuseOrder({ ...refusal, page: orderAddress(request, number, visitor) }, key, headers);
}
