/** Characters. Proxies cut off, or refuse, answers whose headers are long. */
const LONGEST = 2000;

/**
 * A return address within this shop (S-4), rebuilt from its parsed path and query.
 * @returns path and query; undefined when it leads elsewhere, is too long or has control characters
 */
export function localPath(address: string): string | undefined {
  // Reading the name of another host takes the square of its length.
  if (address.length > LONGEST || !address.startsWith("/") || address.startsWith("//")) return undefined;
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  const here = "http://shop.invalid";
  if (!URL.canParse(address, here)) return undefined;
  const url = new URL(address, here);
  if (url.origin !== here || url.pathname.startsWith("//")) return undefined;
  const path = `${url.pathname}${url.search}`;
  return path.length <= LONGEST ? path : undefined;
}
