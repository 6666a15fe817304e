import type { MetaDescriptor } from "@remix-run/react";
import { cut } from "~/domain/values/clean-text";
import { wholeHandle } from "~/route-handle";
import { pictureAddress } from "../ui/structured-data";
import { LAYOUT, type LayoutData } from "./layout-data";

const DESCRIPTION_LENGTH = 160;

/** At most so many characters, by default 160 (section 2), cut between words. */
export function shorten(text: string, most = DESCRIPTION_LENGTH): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const start = cut(line, most - 1);
  const space = start.lastIndexOf(" ");
  return `${start.slice(0, space > most / 2 ? space : undefined).trimEnd()}…`;
}

interface PageMeta {
  /** The shop's name is appended. */
  title: string;
  /** By default the title. */
  description?: string;
  /** Path of the page's canonical address; with it the page also has Open Graph data. */
  canonical?: string;
  /** Path of a shared link, where it is another one. */
  shared?: string | undefined;
  /** Picture of a shared link, as in `Picture.src`; the shop's own by default. */
  image?: { src: string; alt: string } | undefined;
  /** Keeps this page from search engines, although its route allows them; it may be shared. */
  noIndex?: boolean;
}

/** The matches that Remix passes to a route's `meta`. */
export type Matches = readonly { id: string; data?: unknown; handle?: unknown }[];

/** As `useLayoutData`, for a route's `meta`. */
export const layoutDataIn = (matches: Matches) =>
  matches.find(({ id }) => id === LAYOUT)?.data as LayoutData | undefined;

/** The title and meta tags of a page. Of a form with errors the title says so first. */
export function pageMeta(
  matches: Matches,
  { title, description = title, canonical, shared = canonical, image, noIndex }: PageMeta,
): MetaDescriptor[] {
  const { siteUrl, isRefused } = layoutDataIn(matches) ?? {};
  const short = shorten(description);
  const { search } = wholeHandle(matches.at(-1)?.handle);
  const hidden = isRefused || search === "hidden" || search === "closed";
  const address = siteUrl !== undefined && canonical !== undefined ? `${siteUrl}${canonical}` : undefined;
  return [
    { title: `${isRefused ? "Erreur : " : ""}${title} – Wahrane` },
    { name: "description", content: short },
    ...(address ? [{ tagName: "link" as const, rel: "canonical", href: address }] : []),
    ...(hidden || noIndex ? [{ name: "robots", content: "noindex" }] : []),
    ...(siteUrl && address && !hidden
      ? sharedLink(title, short, `${siteUrl}${shared}`, pictureOf(siteUrl, image))
      : []),
  ];
}

/** @returns the `meta` of a page whose title does not depend on its data */
export const fixedMeta =
  (page: PageMeta) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(matches, page);

/** Pictures of the catalogue are square. */
const pictureOf = (siteUrl: string, image: PageMeta["image"]) =>
  image
    ? { url: pictureAddress(siteUrl, image.src), alt: image.alt, width: 800, height: 800 }
    : { ...shopPicture, url: `${siteUrl}${shopPicture.path}` };

/** The picture of pages that have none of their own. */
const shopPicture = {
  path: "/pictures/og.jpg",
  alt: "Wahrane, chaussures livrées dans les 58 wilayas\u00a0: une paire de sabots et deux paires de sandales",
  width: 1200,
  height: 630,
};

/** Open Graph, and the one tag that X needs beside it. */
function sharedLink(
  title: string,
  description: string,
  url: string,
  picture: ReturnType<typeof pictureOf>,
): MetaDescriptor[] {
  const graph = {
    title,
    description,
    type: "website",
    url,
    image: picture.url,
    "image:width": String(picture.width),
    "image:height": String(picture.height),
    "image:alt": picture.alt,
    locale: "fr_DZ",
    site_name: "Wahrane",
  };
  return [
    ...Object.entries(graph).map(([name, content]) => ({ property: `og:${name}`, content })),
    // The large card would crop a square to half its height.
    { name: "twitter:card", content: picture.width > picture.height ? "summary_large_image" : "summary" },
  ];
}
