import type { Listing } from "~/components/catalogue/listing";
import { type Kept, parseListing } from "~/domain/catalogue/listing";
import type { ProductFilter } from "~/shop/services/catalogue";
import { getShop } from "~/shop/shop.server";

/** Whether there is any such product: what leads to none is left out. */
export async function holdsAny(filter: ProductFilter): Promise<boolean> {
  const { catalogue } = await getShop();
  return (await catalogue.facets(filter)).price !== undefined;
}

/**
 * Loads the page of a list that the request's address names.
 * @param filter the page's own; the refinement comes from the address
 * @param kept the page's own parameters, such as the sub-category, which links keep
 */
export async function loadListing(request: Request, filter: ProductFilter, kept: Kept = {}): Promise<Listing> {
  const { catalogue } = await getShop();
  const { pathname, searchParams } = new URL(request.url);
  const query = parseListing(searchParams);
  const refined = { ...filter, refinement: query.refinement };
  const [{ products, total, pages }, facets] = await Promise.all([
    catalogue.list({ ...refined, sort: query.sort, page: query.page }),
    catalogue.facets(refined),
  ]);
  return { base: pathname, kept, query, products, total, pages, facets };
}
