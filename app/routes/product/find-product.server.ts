import { data, redirect } from "@remix-run/node";
import type { Product } from "~/domain/catalogue/catalogue";
import { getShop } from "~/shop/shop.server";

/**
 * @param page of the product, as the end of its address
 * @throws a 404 when it is not sold; a redirect when it was named by id (decision 008)
 */
export async function findProduct(idOrSlug: string | undefined, request: Request, page = ""): Promise<Product> {
  const { catalogue } = await getShop();
  const product = idOrSlug ? await catalogue.product(idOrSlug) : undefined;
  if (!product) throw data({ message: "Produit non trouvé" }, { status: 404 });
  if (product.slug !== idOrSlug)
    // 308 makes the browser post the form again, which 301 does not.
    throw redirect(
      `/product/${product.slug}${page}${new URL(request.url).search}`,
      request.method === "POST" ? 308 : 301,
    );
  return product;
}
