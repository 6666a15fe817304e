const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site made this browser send the request (S-1). Old browsers send no
 * Sec-Fetch-Site; text browsers send no Origin either, but no cookie that a site could use.
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
  // Without SITE_URL the shop is being tried out, perhaps from a phone in the same house.
  return site.siteConfigured || origin !== `http://${header("host")}`;
}
