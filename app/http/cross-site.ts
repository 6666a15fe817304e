const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site made this browser send the request (S-1). Old browsers send no
 * Sec-Fetch-Site; text browsers send no Origin either, but no cookie that a site could use.
 * @param isOffice whether the address is the back office's, which may have a host of its own
 */
export function isCrossSite(
  method: string,
  header: (name: string) => string | undefined,
  site: { siteUrl: string; siteConfigured: boolean; officeUrl?: string | undefined },
  isOffice = false,
): boolean {
  if (SAFE.has(method)) return false;
  const fetchSite = header("sec-fetch-site");
  if (fetchSite !== undefined) return fetchSite !== "same-origin" && fetchSite !== "none";
  const origin = header("origin");
  const { officeUrl } = site;
  if (origin === undefined || origin === (isOffice ? (officeUrl ?? site.siteUrl) : site.siteUrl)) return false;
  // The two have each their own cookies, and neither sends the other's forms.
  if (officeUrl !== undefined && isOffice) return true;
  // Without SITE_URL the shop is being tried out, perhaps from a phone in the same house.
  return site.siteConfigured || origin !== `http://${header("host")}`;
}
