import type { MetaDescriptor } from "@remix-run/react";

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
  /** The page's one address. */
  canonical?: { siteUrl: string | undefined; path: string };
  /** Sent back with errors: the title says so first (PE-3). */
  isRefused?: boolean;
  noIndex?: boolean;
}

export function pageMeta({ title, description, canonical, isRefused, noIndex }: PageMeta): MetaDescriptor[] {
  return [
    { title: `${isRefused ? "Erreur : " : ""}${title} – Wahrane` },
    { name: "description", content: shorten(description) },
    ...(canonical?.siteUrl
      ? [{ tagName: "link" as const, rel: "canonical", href: `${canonical.siteUrl}${canonical.path}` }]
      : []),
    ...(noIndex || isRefused ? [{ name: "robots", content: "noindex" }] : []),
  ];
}
