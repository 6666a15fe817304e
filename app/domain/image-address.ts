/**
 * Where the pictures are that an API names (specification, section 7). Pure.
 *
 * @param path as it stands in an answer
 * @param host of the API: `https://api.example`
 * @returns an address, or undefined when nothing is named
 */
export function imageAddress(path: unknown, host: string): string | undefined {
  if (typeof path !== "string" || path.trim() === "") return undefined;
  const named = path.trim();
  if (/^https?:\/\//i.test(named)) return named.replace(LOCAL, host);
  if (named.startsWith("/uploads/")) return `${host}${named}`;
  // A picture of the storefront's own.
  if (named.startsWith("/images/")) return named;
  // A bare file of the API's, its name in hex, or any other path below its uploads.
  return `${host}/uploads/content/${named.replace(/^\/+/, "")}`;
}

/** The local development host, on whatever port. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?=\/|$)/i;

const RENDITION = /\/pictures\/([\w-]+\/[\w-]+)-(?:400|800|1200)\.(?:jpg|webp|avif)$/;

/** The picture behind an address of a shop like this one, as in `Picture.src`; undefined for one from elsewhere (P-7). */
export function pictureAt(address: string | undefined): string | undefined {
  return RENDITION.exec(address ?? "")?.[1];
}
