import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { WILAYA_CHOICE } from "~/components/forms/wilaya-choice";
import { readForm, text } from "~/forms/form.server";
import { getShop } from "~/shop/shop.server";
import { mintFormKey } from "~/tokens/form-key.server";
import { chooseWilaya, firstDeliveryLine } from "~/use-cases/delivery-lines.server";
import { offerFor } from "~/use-cases/delivery-offer.server";

/**
 * GET /livraison?wilaya=31&commune=3101&paires=2&montant=9800: the offer that 'Afficher les
 * communes' shows, for the form's scripts. It holds the form's key and must not be cached (PE-6).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const offer = await offerFor(
    await getShop(),
    { wilaya: parameter("wilaya"), commune: parameter("commune") },
    { pairs: Number(parameter("paires")), amount: Number(parameter("montant")) },
  );
  return Response.json({ ...offer, cle: mintFormKey() }, { headers: { "Cache-Control": "no-store" } });
}

/**
 * POST /livraison with `vers=31&montant=4900`: remembers the wilaya, and answers what a pair's
 * delivery costs there, `{ line }`; for the script of the product page.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const headers = await chooseWilaya(text(form, WILAYA_CHOICE));
  if (!headers) return Response.json(null, { status: 400 });
  const line = await firstDeliveryLine(request, { pairs: 1, amount: Number(text(form, "montant")) });
  headers.set("Cache-Control", "no-store");
  return Response.json({ line }, { headers });
}
