import type { Picture, Product } from "~/domain/catalogue";
import { materialLabels } from "~/domain/material";

/**
 * Data about a page for search engines (schema.org). A page's `meta` returns it as
 * `{ "script:ld+json": productData(…) }`; Remix escapes `<`.
 */
export type Structured = { [name: string]: string | number | Structured | Structured[] | string[] };

const CONTEXT = "https://schema.org";

/** A picture as JPEG, 800 px wide: services that show shared links may know no newer format. */
export const pictureAddress = (siteUrl: string | undefined, src: string) => `${siteUrl ?? ""}/pictures/${src}-800.jpg`;

type ProductFacts = Pick<Product, "slug" | "name" | "description" | "sku" | "price" | "soldOut"> &
  Pick<Product, "material" | "rating" | "reviewCount"> & { pictures: readonly Pick<Picture, "src">[] };

/** The data of a product page, with price and availability. */
export function productData(siteUrl: string | undefined, product: ProductFacts): Structured {
  const { name, description, sku, price, soldOut, material, rating, reviewCount } = product;
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
    brand: { "@type": "Brand", name: "Wahrane" },
    ...(reviewCount > 0 ? { aggregateRating: { "@type": "AggregateRating", ratingValue: rating, reviewCount } } : {}),
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: "DZD",
      availability: `${CONTEXT}/${soldOut ? "OutOfStock" : "InStock"}`,
    },
  };
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
