import { operations } from "~/api/operations.server";
import { orderWire } from "~/api/wire";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal, serve } from "./endpoint.server";
import { askerOf } from "./identity.server";

export const handle = { private: true };

/** GET /api/orders/:number, for whoever may open its page (S-6, section 6). */
const api = endpoint(
  serve(operations.order, async ({ request, params }) => {
    const { orders } = await getShop();
    const { account, visitor } = await askerOf(request);
    const order = await orders.read(params.id, visitor);
    if (order) return orderWire(settings.siteUrl, order, account?.id ?? null);
    if (account && (await orders.isKnown(params.id))) throw new Refusal(403, "Accès non autorisé à cette commande");
    throw new Refusal(404, "Commande non trouvée");
  }),
);
export const loader = api.loader;
export const action = api.action;
