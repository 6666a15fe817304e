/** Proxies cut off, or refuse, answers whose headers are long. */
const LONGEST = 2000;

/**
 * A return address that stays in this shop (S-4): rebuilt from its own parsed path and query, never used as it came.
 *
 * @returns path and query, or undefined when it leads elsewhere or hides something (control characters, backslashes), or is too
 * long to be an address of this shop
 */
export function localPath(address: string): string | undefined {
  if (!address.startsWith("/") || /[\p{Cc}\s\\]/u.test(address)) return undefined;
  const here = "http://shop.invalid";
  let url: URL;
  try {
    url = new URL(address, here);
  } catch {
    return undefined;
  }
  if (url.origin !== here || url.pathname.startsWith("//")) return undefined;
  const path = `${url.pathname}${url.search}`;
  return path.length <= LONGEST ? path : undefined;
}
