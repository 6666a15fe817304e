import type { Picture, Product } from "~/domain/catalogue";
import { materialLabels } from "~/domain/material";
import type { ReviewSummary } from "~/domain/review";

/**
 * Data about a page for search engines (schema.org). A page's `meta` returns it as
 * `{ "script:ld+json": productData(…) }`; Remix escapes `<`.
 */
type Structured = { [name: string]: string | number | Structured | Structured[] | string[] };

const CONTEXT = "https://schema.org";

/** A picture as JPEG, 800 px wide: services that show shared links may know no newer format. */
export const pictureAddress = (siteUrl: string | undefined, src: string) => `${siteUrl ?? ""}/pictures/${src}-800.jpg`;

type ProductFacts = Pick<Product, "slug" | "name" | "description" | "sku" | "price" | "soldOut"> &
  Pick<Product, "brand" | "material" | "rating" | "reviewCount"> & {
    pictures: readonly Pick<Picture, "src">[];
    /** By who received it. */
    reviews: Pick<ReviewSummary, "average" | "count">;
  };

/**
 * The data of a product page, with price and availability. Buyers' reviews stand before the
 * catalogue's rating, which counts ratings and no reviews (decision 051).
 */
export function productData(siteUrl: string | undefined, product: ProductFacts): Structured {
  const { name, description, sku, price, soldOut, material } = product;
  const url = `${siteUrl ?? ""}/product/${product.slug}`;
  return {
    "@context": CONTEXT,
    "@type": "Product",
    name,
    description,
    sku,
    url,
    ...(product.pictures.length > 0
      ? { image: product.pictures.slice(0, 3).map(({ src }) => pictureAddress(siteUrl, src)) }
      : {}),
    ...(material ? { material: materialLabels[material] } : {}),
    brand: { "@type": "Brand", name: product.brand || "Wahrane" },
    ...ratingData(product),
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "DZD",
      availability: `${CONTEXT}/${soldOut ? "OutOfStock" : "InStock"}`,
    },
  };
}

function ratingData({ rating, reviewCount, reviews }: ProductFacts): Structured {
  const type = "AggregateRating";
  if (reviews.count > 0)
    return { aggregateRating: { "@type": type, ratingValue: reviews.average, reviewCount: reviews.count } };
  return reviewCount > 0 ? { aggregateRating: { "@type": type, ratingValue: rating, ratingCount: reviewCount } } : {};
}

/** @param trail from Accueil to the page itself: `[{ name: "Accueil", path: "/" }, …]` */
export function breadcrumbData(
  siteUrl: string | undefined,
  trail: readonly { name: string; path: string }[],
): Structured {
  return {
    "@context": CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${siteUrl ?? ""}${path}`,
    })),
  };
}

/** The data of the home page. @param phone as in the settings: 0550123456 */
export function organizationData(siteUrl: string | undefined, phone: string | undefined): Structured {
  const url = `${siteUrl ?? ""}/`;
  return {
    "@context": CONTEXT,
    "@type": "Organization",
    name: "Wahrane",
    url,
    logo: `${url}icons/icon-512.png`,
    ...(phone ? { telephone: `+213${phone.slice(1)}` } : {}),
    address: { "@type": "PostalAddress", addressLocality: "Oran", addressCountry: "DZ" },
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "DZ",
      returnPolicyCategory: `${CONTEXT}/MerchantReturnFiniteReturnWindow`,
      merchantReturnDays: 30,
    },
  };
}
