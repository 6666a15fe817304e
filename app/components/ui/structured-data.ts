import type { Picture, Product } from "~/domain/catalogue/catalogue";
import { shownSizes } from "~/domain/catalogue/choice";
import type { ProductOptions } from "~/domain/catalogue/choice-view";
import { materialLabels } from "~/domain/catalogue/material";
import type { ReviewSummary } from "~/domain/catalogue/review";
import { ONE_COLOR, sizeName } from "~/domain/catalogue/size";

/** Data about a page for search engines (schema.org), which StructuredData writes into it. */
export type Structured = { [name: string]: string | number | Structured | Structured[] | string[] };

const CONTEXT = "https://schema.org";
const COUNTRY = "DZ";

/** A picture as JPEG, 800 px wide: services that show shared links may know no newer format. */
export const pictureAddress = (siteUrl: string | undefined, src: string) => `${siteUrl ?? ""}/pictures/${src}-800.jpg`;

type ProductFacts = Pick<Product, "slug" | "name" | "description" | "price"> &
  Pick<Product, "brand" | "material"> & {
    pictures: readonly Pick<Picture, "src" | "color">[];
    options: ProductOptions;
    /** As the product feed has it. */
    groupId: string;
    /** Of each shade, in their order: ids of their own, which are none of the feed's. */
    shadeIds: readonly string[];
    /** What the address names, as a feed's link to an item does, and that item's numbers. */
    asked: { color: string; size: string; codes: { sku?: string; gtin?: string } };
    /** By who received it. */
    reviews: Pick<ReviewSummary, "average" | "count"> & { isDemo: boolean };
  };

/**
 * The data of a product page as Google's merchant listings read it: a group of variants, one for
 * each colour with its sizes in stock; a product of one colour is that variant itself.
 */
export function productData(siteUrl: string | undefined, product: ProductFacts): Structured {
  const { name, description, groupId, shadeIds, material, options, pictures } = product;
  const url = `${siteUrl ?? ""}/product/${product.slug}`;
  const shared = {
    "@context": CONTEXT,
    name,
    description,
    url,
    ...(material ? { material: materialLabels[material] } : {}),
    brand: { "@type": "Brand", name: product.brand || "Wahrane" },
    ...ratingData(product),
  };
  const variants = options.shades.map(({ slug, name: color, stock }, index) => {
    const own = pictures.filter((picture) => picture.color === slug);
    const images = (own.length > 0 ? own : pictures).slice(0, options.shades.length > 1 ? 1 : 3);
    const all = shownSizes(stock, options.sizes, options.labels);
    const asked = slug === product.asked.color && all.find(({ size }) => String(size) === product.asked.size);
    const sizes = all.filter((size) => size.stock > 0 && (!asked || size === asked));
    return {
      ...(slug === ONE_COLOR.slug ? {} : { color }),
      ...(sizes.length > 0 ? { size: sizes.map(sizeName) } : {}),
      sku: (options.shades.length > 1 && shadeIds[index]) || groupId,
      ...(asked ? product.asked.codes : {}),
      ...(images.length > 0 ? { image: images.map(({ src }) => pictureAddress(siteUrl, src)) } : {}),
      offers: {
        "@type": "Offer",
        url: options.shades.length > 1 ? `${url}?${new URLSearchParams({ couleur: slug })}` : url,
        price: product.price,
        priceCurrency: "DZD",
        availability: `${CONTEXT}/${sizes.length > 0 ? "InStock" : "OutOfStock"}`,
        itemCondition: `${CONTEXT}/NewCondition`,
      },
    };
  });
  const [only] = variants;
  if (variants.length === 1 && only) return { ...shared, "@type": "Product", ...only };
  return {
    ...shared,
    "@type": "ProductGroup",
    productGroupID: groupId,
    variesBy: [`${CONTEXT}/color`],
    hasVariant: variants.map((variant) => ({
      "@type": "Product",
      name: [name, variant.color].filter(Boolean).join(", "),
      ...variant,
    })),
  };
}

/** Of reviews that the page shows; those of the demonstration are no customers'. */
const ratingData = ({ reviews: { average, count, isDemo } }: ProductFacts): Structured =>
  count > 0 && !isDemo
    ? { aggregateRating: { "@type": "AggregateRating", ratingValue: average, reviewCount: count } }
    : {};

/** One step of the way from the home page to a page; the last one is the page itself. */
export interface Step {
  name: string;
  path: string;
}

export const HOME: Step = { name: "Accueil", path: "/" };

export function breadcrumbData(siteUrl: string | undefined, trail: readonly Step[]): Structured {
  return {
    "@context": CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: [HOME, ...trail].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${siteUrl ?? ""}${path}`,
    })),
  };
}

/** What the settings say of who sells, each where it is set. */
interface Seller {
  /** 0550123456 */
  phone: string | undefined;
  email: string | undefined;
  legalName: string | undefined;
  address: string | undefined;
  taxId: string | undefined;
  profiles: readonly { href: string }[];
}

/** The data of the home page. */
export function organizationData(siteUrl: string | undefined, seller: Seller): Structured {
  const { phone, email, legalName, address, taxId, profiles } = seller;
  const url = `${siteUrl ?? ""}/`;
  return {
    "@context": CONTEXT,
    "@type": "Organization",
    name: "Wahrane",
    url,
    logo: `${url}icons/icon-512.png`,
    ...(legalName ? { legalName } : {}),
    ...(taxId ? { taxID: taxId } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { telephone: `+213${phone.slice(1)}` } : {}),
    ...(profiles.length > 0 ? { sameAs: profiles.map(({ href }) => href) } : {}),
    address: {
      "@type": "PostalAddress",
      ...(address ? { streetAddress: address } : {}),
      addressLocality: "Oran",
      addressCountry: COUNTRY,
    },
    // A policy has one cost for all its days: that the first seven are free cannot be said here.
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: COUNTRY,
      returnPolicyCountry: COUNTRY,
      returnPolicyCategory: `${CONTEXT}/MerchantReturnFiniteReturnWindow`,
      merchantReturnDays: 30,
      returnMethod: `${CONTEXT}/ReturnByMail`,
      returnFees: `${CONTEXT}/ReturnFeesCustomerResponsibility`,
      itemDefectReturnFees: `${CONTEXT}/FreeReturn`,
    },
    hasShippingService: {
      "@type": "ShippingService",
      shippingConditions: {
        "@type": "ShippingConditions",
        shippingDestination: { "@type": "DefinedRegion", addressCountry: COUNTRY },
        transitTime: {
          "@type": "ServicePeriod",
          duration: { "@type": "QuantitativeValue", minValue: 1, maxValue: 5, unitCode: "DAY" },
        },
      },
    },
  };
}
