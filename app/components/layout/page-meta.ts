import type { MetaDescriptor } from "@remix-run/react";
import type { RouteHandle } from "~/route-handle";
import { pictureAddress } from "../ui/structured-data";
import type { RootData } from "./root-data";

const DESCRIPTION_LENGTH = 160;

/** At most 160 characters (section 2), cut between words. */
export function shorten(text: string, length = DESCRIPTION_LENGTH): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > length / 2 ? space : undefined).trimEnd()}…`;
}

interface PageMeta {
  /** Begins with what this page is; the shop's name is put behind it. */
  title: string;
  description: string;
  /** Path of the page's one address. Pages that have one can be shared, and say so to those who draw a card of the link. */
  canonical?: string;
  /** What a shared link shows: path below /pictures, as in `Picture.src`; the shop's own picture when told nothing. */
  image?: { src: string; alt: string } | undefined;
  /** This one is not to be found, though its route says that its pages may be. */
  noIndex?: boolean;
}

/** As a route's `meta` is given them. */
export type Matches = readonly { id: string; data?: unknown; handle?: unknown }[];

/** What the root loader gave; undefined only when it failed. */
export const rootDataIn = (matches: Matches) => matches.find(({ id }) => id === "root")?.data as RootData | undefined;

/**
 * Heads are written by the server only (components/layout/document): in the browser there is nothing to say. Where a form comes back
 * with errors the title says so first (PE-3).
 */
export function pageMeta(
  matches: Matches,
  { title, description, canonical, image, noIndex }: PageMeta,
): MetaDescriptor[] {
  const { siteUrl, isRefused } = rootDataIn(matches) ?? {};
  const short = shorten(description);
  const hidden = noIndex || isRefused || isHidden(matches);
  const address = siteUrl !== undefined && canonical !== undefined ? `${siteUrl}${canonical}` : undefined;
  return [
    { title: `${isRefused ? "Erreur : " : ""}${title} – Wahrane` },
    { name: "description", content: short },
    ...(address ? [{ tagName: "link" as const, rel: "canonical", href: address }] : []),
    ...(hidden ? [{ name: "robots", content: "noindex" }] : []),
    ...(siteUrl && address && !hidden ? sharedLink(title, short, address, pictureOf(siteUrl, image)) : []),
  ];
}

function isHidden(matches: Matches): boolean {
  const { search } = (matches.at(-1)?.handle ?? {}) as Partial<RouteHandle>;
  return search === "hidden" || search === "closed";
}

interface SharedPicture {
  url: string;
  alt: string;
  width: number;
  height: number;
}

/** Pictures of the catalogue are square. */
function pictureOf(siteUrl: string, image: PageMeta["image"]): SharedPicture {
  if (image) return { url: pictureAddress(siteUrl, image.src), alt: image.alt, width: 800, height: 800 };
  return { ...shopPicture, url: `${siteUrl}${shopPicture.path}` };
}

/** What stands for the shop itself. */
const shopPicture = {
  path: "/pictures/og.jpg",
  alt: "Wahrane, chaussures livrées dans les 58 wilayas\u00a0: une paire de sabots et deux paires de sandales",
  width: 1200,
  height: 630,
};

/** Open Graph, and the one word that X needs beside it. */
function sharedLink(title: string, description: string, url: string, picture: SharedPicture): MetaDescriptor[] {
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
    // A square would be cut to half its height in the large card.
    { name: "twitter:card", content: picture.width > picture.height ? "summary_large_image" : "summary" },
  ];
}
