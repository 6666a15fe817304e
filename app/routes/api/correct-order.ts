import { operations } from "~/api/operations.server";
import { correctionForm } from "~/domain/delivery/delivery-form";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, parseAs } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { answerChanged, ownOrder } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** POST /api/orders/:number/correct, as on the order's page (decision 030). */
export const loader = endpoint(operations.correctOrder, async ({ request, params, body }) => {
  const asker = await askerOf(request);
  const { recipient } = await ownOrder(params.id, asker);
  const typed = { telephone: body.phone, adresse: body.address, remarque: body.notes };
  const names = { telephone: "phone", adresse: "address", remarque: "notes" };
  const value = parseAs(correctionForm(recipient.mode), typed, names);
  const { telephone: phone, adresse: address, remarque: notes } = value;
  const { orders } = await getShop();
  return answerChanged(params.id, asker, await orders.correct(params.id, asker.visitor, { phone, address, notes }));
});
export const action = loader;
