const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site made this browser send the request (S-1). Browsers say so in Sec-Fetch-Site; older ones send Origin
 * with every POST; text browsers send neither, and carry no cookie that another site could use.
 */
export function isCrossSite(
  method: string,
  header: (name: string) => string | undefined,
  site: { siteUrl: string; siteConfigured: boolean },
): boolean {
  if (SAFE.has(method)) return false;
  const fetchSite = header("sec-fetch-site");
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = header("origin");
  if (origin === undefined || origin === site.siteUrl) return false;
  // A shop that was told no address is being tried out, perhaps from a phone in the same house.
  return site.siteConfigured || origin !== `http://${header("host")}`;
}
