/** The sitemaps protocol (sitemaps.org). */

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** @param entries `since` is the day on which a page last changed, where it is known */
export function sitemap(siteUrl: string, entries: readonly { path: string; since?: Date }[]): string {
  const urls = entries.map(({ path, since }) => {
    const day = since ? `<lastmod>${since.toISOString().slice(0, 10)}</lastmod>` : "";
    return `<url><loc>${escaped(siteUrl + path)}</loc>${day}</url>\n`;
  });
  return `${HEAD}<urlset ${NAMESPACE}>\n${urls.join("")}</urlset>\n`;
}

/** @param paths of the sitemap's files */
export function sitemapIndex(siteUrl: string, paths: readonly string[]): string {
  const files = paths.map((path) => `<sitemap><loc>${escaped(siteUrl + path)}</loc></sitemap>\n`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${files.join("")}</sitemapindex>\n`;
}
