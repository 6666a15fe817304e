import type { Structured } from "./structured-data";

/** Data about the page for search engines, at its end, where nothing that is seen waits for it. */
export function StructuredData({ of }: { of: readonly Structured[] }) {
  // In JSON a "<" stands in texts only, where it might end the element.
  const json = (data: Structured) => JSON.stringify(data).replaceAll("<", "\\u003c");
  return of.map((data) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which nothing ends the element
    <script key={String(data["@type"])} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json(data) }} />
  ));
}
