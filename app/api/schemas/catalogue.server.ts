import { genders, kinds } from "~/domain/catalogue/catalogue";
import { strictFields } from "~/domain/catalogue/product-fields";
import { z } from "../zod.server";
import { reviewSummary } from "./reviews.server";
import { count, dinars, id, moment, orNull, webAddress } from "./values.server";

const image = z
  .object({ url: webAddress, alt: z.string(), color: z.string().openapi({ description: "Le slug d'une couleur." }) })
  .openapi("Image");

const variant = z
  .object({
    id: id.openapi({ description: "Unique dans toute la boutique." }),
    sku: z.string(),
    stock: count,
    options: z.object({
      size: z.number().openapi({ description: "Les demies et les tiers sont 40.5, 36.33 et 36.67." }),
      pointure: z.number(),
      sizeLabel: z.string().nullable().openapi({
        description: "D'un article qui n'est pas une chaussure\u00a0; size n'est alors que sa place, entière.",
      }),
      color: z.string(),
      colorSlug: z.string(),
    }),
  })
  .openapi("Variant");

const colorOption = z
  .object({ slug: z.string(), name: z.string(), hex: z.string(), value: z.string(), images: z.array(webAddress) })
  .openapi("ColorOption");

const relatedProduct = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    price: dinars,
    image: webAddress.nullable(),
    accent: z.string().nullable(),
  })
  .openapi("RelatedProduct");

// All fields of the table stand together, but for these, which keep their old places.
const { rating, reviewCount, tags, specifications, features, ...fields } = strictFields;

export const product = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    ...fields,
    price: dinars.openapi({ description: "Ce que la paire coûte maintenant, en dinars." }),
    oldPrice: dinars.nullable().openapi({ description: "Le prix avant la remise\u00a0; null sans remise." }),
    comparePrice: dinars.nullable(),
    salePrice: dinars.nullable().openapi({ description: "Comme price, si le produit est en solde\u00a0; sinon null." }),
    discount: z.number().int().min(0).max(100),
    rating,
    reviewCount,
    stock: count,
    stockQuantity: count,
    sku: z.string(),
    active: z.boolean(),
    isActive: z.boolean(),
    isNew: z.boolean(),
    isBestseller: z.boolean(),
    createdAt: moment.nullable(),
    category: z.enum(kinds),
    categoryId: id.nullable(),
    collectionId: id.nullable(),
    gender: z.enum(genders),
    tags,
    nameSearchable: z.string(),
    accent: z.string().nullable(),
    image: webAddress.nullable(),
    images: z.array(image),
    colors: z.array(colorOption),
    colorDetails: z.array(colorOption).openapi({ description: "Les mêmes que colors." }),
    sizes: z
      .array(
        z.object({
          value: z.number(),
          label: z.string().nullable(),
          available: z.boolean(),
          stock: count,
          type: z.enum(["adult", "kids"]),
        }),
      )
      .openapi({
        description: "Toutes couleurs ensemble\u00a0; le stock de chaque couleur est celui de ses variantes.",
      }),
    specifications,
    features,
    variants: z.array(variant),
    selectedVariant: orNull(variant).openapi({
      description: "Ce qui est choisi d'abord\u00a0: la première couleur et la première pointure en stock.",
    }),
    stockBySize: z.record(count),
    relatedProducts: z
      .array(relatedProduct)
      .optional()
      .openapi({ description: "D'un seul produit\u00a0; absent des listes." }),
    reviews: reviewSummary
      .optional()
      .openapi({ description: "Les avis de qui l'a reçu\u00a0; d'un seul produit, et s'il y en a." }),
  })
  .openapi("Product");

export const productList = z
  .object({ products: z.array(product), total: count, limit: count, offset: count })
  .openapi("ProductList");

const group = { id, slug: z.string(), name: z.string(), description: z.string() };

const collectionFields = {
  ...group,
  image: webAddress.nullable(),
  images: z.array(z.object({ url: webAddress })),
  heroImage: webAddress.nullable(),
  categoryId: id.nullable(),
  productCount: count,
};

export const category = z
  .object({
    ...group,
    parentId: id.nullable(),
    image: webAddress.nullable(),
    _count: z.object({ products: count }),
  })
  .openapi("Category");

export const collection = z
  .object({
    ...collectionFields,
    category: orNull(category).optional().openapi({ description: "Avec include=category." }),
  })
  .openapi("Collection");

export const collectionList = z
  .object({ success: z.literal(true), collections: z.array(collection) })
  .openapi("CollectionList");

export const collectionDetail = z
  .object({ ...collectionFields, products: z.array(product).openapi({ description: "Les 20 plus récents." }) })
  .openapi("CollectionDetail");

export const categoryList = z.object({ categories: z.array(category) }).openapi("CategoryList");

export const homeSections = z
  .object({
    success: z.literal(true),
    data: z.array(
      z
        .object({
          id,
          type: z.string(),
          title: z.string(),
          subtitle: z.string(),
          description: z.string(),
          enabled: z.boolean(),
          isVisible: z.boolean(),
          order: z.number().int(),
          content: z.record(z.unknown()),
        })
        .openapi("HomeSection"),
    ),
  })
  .openapi("HomeSections");
