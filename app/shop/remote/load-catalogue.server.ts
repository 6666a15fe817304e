import { productFields } from "~/api/tolerant-schemas.server";
import { MAX_PAGE_SIZE } from "~/domain/catalogue/listing";
import { fields } from "~/domain/content/content-values";
import type { StoredSection } from "~/domain/content/section";
import { text } from "~/domain/values/tolerant";
import { type Api, ApiFailure } from "./http.server";
import {
  type Catalogue,
  categoriesIn,
  collectionsIn,
  productFrom,
  productsIn,
  type ReadProduct,
  sectionsIn,
  type Tell,
} from "./read-answers";

/** Section 7: longest wait for the home page's sections. */
const SECTIONS_PATIENCE = 5_000;
/** More than any shoe shop has: an API that never ends is broken. */
const MOST_PRODUCTS = 20_000;
export const PRODUCT_PROBLEM = "Erreur de récupération du produit";

/** @throws ApiFailure when the API cannot tell it all */
export async function loadCatalogue(api: Api, tell: Tell): Promise<Catalogue> {
  const [categories, collections, products, sections] = await Promise.all([
    request(api, "/api/categories", "Impossible de charger les catégories", categoriesIn),
    request(api, "/api/collections?active=true", "Erreur de récupération des collections", collectionsIn),
    loadProducts(api, tell),
    loadSections(api),
  ]);
  return { categories, collections, ...products, sections };
}

/** One product: empty when the API cannot answer, inactive when it has none. */
export async function loadProduct(api: Api, id: string): Promise<(ReadProduct | { id: string; active: false })[]> {
  try {
    const answer = await api.request(`/api/products/${encodeURIComponent(id)}`);
    const product = productFrom(productFields.parse(answer));
    if (product?.id !== id) throw new ApiFailure("la réponse n'est pas celle attendue");
    return [product];
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 404) return [{ id, active: false }];
    console.error("%s: %s", PRODUCT_PROBLEM, error.message);
    return [];
  }
}

async function loadProducts(api: Api, tell: Tell): Promise<Pick<Catalogue, "products" | "endsEarly">> {
  const products = new Map<string, ReadProduct>();
  let endsEarly = false;
  const known = new Set<string>();
  // Pages may be smaller than requested.
  for (let [offset, isWhole] = [0, false]; !isWhole && offset < MOST_PRODUCTS; ) {
    const path = `/api/products?isActive=true&limit=${MAX_PAGE_SIZE}&offset=${offset}`;
    const page = await request(api, path, "Erreur de récupération des produits", (answer) => {
      const { products: listed, data, total } = fields(answer);
      const ids = ([answer, listed, data].find(Array.isArray) ?? []).map((item) => text.parse(fields(item).id));
      endsEarly = ids.length === 0 && typeof total === "number" && offset < total;
      if (endsEarly) console.error("L'API annonce %d produits, et n'en envoie que %d.", total, offset);
      // Section 7 promises no total, and one may be outdated. Without pages the answer is repeated.
      const isEnd = typeof total === "number" && ids.length < MAX_PAGE_SIZE && offset + ids.length >= total;
      isWhole = isEnd || ids.every((id) => known.has(id));
      for (const id of ids) known.add(id);
      offset += ids.length;
      return productsIn(answer, tell);
    });
    for (const product of page) products.set(product.id, product);
  }
  return { products: [...products.values()], endsEarly };
}

/** Section 7. Empty when the API has none; undefined, to keep the stored ones, when it fails. */
export async function loadSections(api: Api): Promise<StoredSection[] | undefined> {
  try {
    return sectionsIn(await api.request("/api/content/home-sections", { patience: SECTIONS_PATIENCE }));
  } catch (error) {
    console.error("Sections de l'accueil: %s", error instanceof Error ? error.message : error);
    return error instanceof ApiFailure && error.isFinal ? [] : undefined;
  }
}

async function request<Read>(
  api: Api,
  path: string,
  problem: string,
  read: (answer: unknown) => Read | undefined,
): Promise<Read> {
  try {
    const answer = read(await api.request(path));
    if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue");
    return answer;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(`${problem}: ${error.message}`, error);
  }
}
