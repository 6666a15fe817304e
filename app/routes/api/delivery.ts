import type { LoaderFunctionArgs } from "@remix-run/node";
import { offerFor } from "~/actions/delivery-offer.server";
import type { RouteHandle } from "~/route-handle";
import { mintFormKey } from "~/server/form-key.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

/**
 * GET /livraison?wilaya=31&commune=3101&paires=2&montant=9800: what the button 'Afficher les communes' shows, for the scripts
 * of the same form. It brings the form's key, and therefore is nobody else's to keep (PE-6).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = (name: string) => searchParams.get(name) ?? "";
  const offer = await offerFor(
    await getShop(),
    { wilaya: asked("wilaya"), commune: asked("commune") },
    { pairs: Number(asked("paires")), amount: Number(asked("montant")) },
  );
  return Response.json({ ...offer, cle: mintFormKey() }, { headers: { "Cache-Control": "no-store" } });
}

/** Only asked, never told. */
export const action = () => Response.json(null, { status: 405, headers: { Allow: "GET, HEAD" } });
