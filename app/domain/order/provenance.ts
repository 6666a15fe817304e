import { clean } from "../values/clean-text";

/** Where the visit began that led to an order, as far as its first page was told. */
export interface Provenance {
  /** What the link of an advertisement or a letter says of itself (utm_source and so on). */
  source?: string;
  medium?: string;
  campaign?: string;
  /** The host of the other site that had the link. */
  site?: string;
}

const LONGEST = 100;
const SITE = /^[a-z\d.-]{1,100}$/;
/** Apps of Android name themselves as well: `android-app://com.instagram.android/`. */
const REFERRERS = ["https:", "http:", "android-app:"];

/**
 * @param referrer the address that had the link
 * @param own hosts of this shop, which are no other site
 * @returns undefined where neither the address nor another site says anything
 */
export function provenanceOf(
  parameters: URLSearchParams,
  referrer: string | undefined,
  own: readonly (string | undefined)[],
): Provenance | undefined {
  return readProvenance({
    source: parameters.get("utm_source"),
    medium: parameters.get("utm_medium"),
    campaign: parameters.get("utm_campaign"),
    site: siteOf(referrer, own),
  });
}

/** Reads what a browser sends, which may be anything. */
export function readProvenance(value: unknown): Provenance | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { source, medium, campaign, site } = value as Record<string, unknown>;
  const read = {
    ...named("source", cleaned(source)),
    ...named("medium", cleaned(medium)),
    ...named("campaign", cleaned(campaign)),
    ...named("site", typeof site === "string" && SITE.test(site) ? site : ""),
  };
  return Object.keys(read).length > 0 ? read : undefined;
}

const named = (name: keyof Provenance, text: string) => (text ? { [name]: text } : {});

/** Anybody can write a link, so nothing in it is believed, long, or more than one line. */
const cleaned = (text: unknown): string =>
  typeof text === "string"
    ? clean(text.slice(0, 10 * LONGEST))
        .replace(/[\s\p{C}]+/gu, " ")
        .trim()
        .slice(0, LONGEST)
        .replace(/\p{Surrogate}/gu, "")
    : "";

function siteOf(referrer = "", own: readonly (string | undefined)[]): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const { protocol, hostname } = new URL(referrer);
  const bare = (host = "") => host.toLowerCase().replace(/^www\.|:\d+$/g, "");
  return REFERRERS.includes(protocol) && !own.map(bare).includes(bare(hostname)) ? hostname : undefined;
}
