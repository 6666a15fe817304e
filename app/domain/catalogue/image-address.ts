/**
 * The address of a picture that another shop's API names (section 7).
 * @param host of the API: `https://api.example`
 * @returns undefined when `path` is empty or no text
 */
export function imageAddress(path: unknown, host: string): string | undefined {
  if (typeof path !== "string" || path.trim() === "") return undefined;
  const name = path.trim();
  if (/^https?:\/\//i.test(name)) return name.replace(LOCAL, host);
  if (name.startsWith("/uploads/")) return `${host}${name}`;
  // A picture of the storefront itself.
  if (name.startsWith("/images/")) return name;
  // A file name, or any other path below the API's uploads.
  return `${host}/uploads/content/${name.replace(/^\/+/, "")}`;
}

/** The local development host, on whatever port. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?=\/|$)/i;

const RENDITION = /\/pictures\/([\w-]+\/[\w-]+)-(?:400|800|1200)\.(?:jpg|webp|avif)$/;

/** The `Picture.src` behind an address of a shop like this one; undefined for others. */
export function pictureAt(address: string | undefined): string | undefined {
  return RENDITION.exec(address ?? "")?.[1];
}
