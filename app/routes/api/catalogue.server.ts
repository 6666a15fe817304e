import { categoryWire, collectionWire, productWire, reviewWire, sectionWire } from "~/api/wire";
import { PAGE_SIZE } from "~/domain/catalogue/listing";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Refusal } from "./endpoint.server";
import { listProducts, withinCategory } from "./list-products.server";
import type { Answers } from "./serve.server";

/** Section 9: similar products. */
const RELATED = 4;

export const catalogueAnswers = {
  async listProducts({ query: { limit = PAGE_SIZE, offset = 0, ...query } }) {
    const { items, total } = await listProducts(await getShop(), query, limit, offset);
    return { products: items.map((product) => productWire(settings.siteUrl, product)), total, limit, offset };
  },

  async getProduct({ params: { id } }) {
    const { catalogue, reviews } = await getShop();
    const product = await catalogue.product(id);
    if (!product) throw new Refusal(404, "Produit non trouvé");
    const [similar, { reviews: _, ...summary }] = await Promise.all([
      catalogue.similar(product.id, RELATED),
      reviews.ofProduct(product.id, { offset: 0, size: 1 }),
    ]);
    const body = productWire(settings.siteUrl, product, similar);
    return summary.count === 0 ? body : { ...body, reviews: summary };
  },

  async listReviews({ params: { id }, query: { limit = PAGE_SIZE, offset = 0 } }) {
    const { catalogue, reviews } = await getShop();
    const product = await catalogue.product(id);
    if (!product) throw new Refusal(404, "Produit non trouvé");
    const page = await reviews.ofProduct(product.id, { offset, size: limit });
    return { ...page, reviews: page.reviews.map(reviewWire), limit, offset };
  },

  async listCollections({ query: { category, active, include } }) {
    const { catalogue } = await getShop();
    const within = category === undefined ? undefined : await withinCategory(catalogue, category);
    const isNone = active === "false" || (category !== undefined && !within);
    const matching = isNone ? [] : await catalogue.collections(within);
    const byId = include ? new Map((await catalogue.categories()).map((one) => [one.id, one])) : undefined;
    const collections = matching.map((collection) => {
      const parent = byId?.get(collection.categoryId ?? "");
      return {
        ...collectionWire(settings.siteUrl, collection),
        ...(byId ? { category: parent ? categoryWire(settings.siteUrl, parent) : null } : {}),
      };
    });
    return { success: true, collections };
  },

  async getCollection({ params: { id } }) {
    const { catalogue } = await getShop();
    const collection = await catalogue.collection(id);
    if (!collection) throw new Refusal(404, "Collection non trouvée");
    const page = await catalogue.list({ collectionId: collection.id, sort: "nouveautes", page: 1 });
    const products = await catalogue.products(page.products.map((card) => card.id));
    return {
      ...collectionWire(settings.siteUrl, collection),
      products: products.map((product) => productWire(settings.siteUrl, product)),
    };
  },

  async listCategories() {
    const categories = await (await getShop()).catalogue.categories();
    return { categories: categories.map((category) => categoryWire(settings.siteUrl, category)) };
  },

  async listHomeSections() {
    const sections = (await (await getShop()).content.homeSections()) ?? [];
    return { success: true, data: sections.map((section, index) => sectionWire(settings.siteUrl, section, index)) };
  },
} satisfies Partial<Answers>;
