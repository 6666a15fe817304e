import { data, redirect } from "@remix-run/node";
import type { Product } from "~/domain/catalogue/catalogue";
import { movedTo } from "~/http/page-headers.server";
import { getShop } from "~/shop/shop.server";

/**
 * @param page of the product, as the end of its address
 * @throws a 404 when it is not sold; a redirect when it was named by id (decision 008) or in
 * capitals, or when another part of an imported product sells its pairs (decision 038)
 */
export async function findProduct(idOrSlug: string | undefined, request: Request, page = ""): Promise<Product> {
  const { catalogue } = await getShop();
  const product = idOrSlug
    ? ((await catalogue.product(idOrSlug)) ?? (await catalogue.product(idOrSlug.toLowerCase())))
    : undefined;
  const slug = product?.slug ?? (idOrSlug && (await catalogue.successor(idOrSlug)));
  if (!slug) throw data({ message: "Produit non trouvé" }, { status: 404 });
  if (product && slug === idOrSlug) return product;
  const to = `/product/${slug}${page}${new URL(request.url).search}`;
  if (product && request.method !== "POST") throw movedTo(to);
  // These make the browser post the form again. What is gone may come back.
  throw redirect(to, product ? 308 : 307);
}
