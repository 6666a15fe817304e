/** Whether a path is the back office's, in every spelling that Remix takes for it. */
export function isOfficePath(path: string): boolean {
  try {
    return /^\/+gestion(?:[/.#]|$)/i.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** What the office's own host has of the shop: pictures of products. Files it has anyway. */
const PICTURES = /^\/pictures\//;

/** Whether the request's host is the office's own; ports do not tell hosts apart, nor cookies. */
export const isOfficeHost = (host: string | undefined, officeHost: string | undefined): boolean =>
  officeHost !== undefined && host?.toLowerCase().replace(/:\d+$/, "") === officeHost;

/**
 * Whether this host has no such page: with an address of its own (OFFICE_URL) the office is nowhere
 * else, and the shop is not there.
 * @param host of the request
 * @param officeHost undefined where both are on one host
 */
export function isWrongHost(path: string, host: string | undefined, officeHost: string | undefined): boolean {
  if (officeHost === undefined) return false;
  const isThere = isOfficeHost(host, officeHost);
  return isOfficePath(path) ? !isThere : isThere && !PICTURES.test(path);
}
