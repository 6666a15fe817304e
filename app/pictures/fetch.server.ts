import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type Bounds, boundedFetch, type Fetched, NoAnswer } from "~/bounded-fetch.server";

/**
 * Fetches a picture from an address in an imported file or of another shop's API, which must not
 * make this machine call its own network, wait for long, or fill its memory.
 */

/** Why there is no picture, in French, for the merchant. */
export class PictureProblem extends Error {
  override name = "PictureProblem";
  constructor(
    message: string,
    /** Whether no final answer came, so that another try may succeed. */
    readonly isUnanswered = false,
  ) {
    super(message);
  }
}

/** The addresses that may be called. */
export interface Network {
  protocols: readonly string[];
  isAllowed: (address: string) => boolean;
  /** A configured origin: it may be anywhere, unless another origin redirects to it. */
  own?: string;
}

/** Time and size are those of all requests together. */
export interface FetchBounds extends Bounds {
  redirections: number;
}

export const usualBounds: FetchBounds = { bytes: 15_000_000, milliseconds: 30_000, redirections: 3 };

const reserved = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  reserved.addSubnet(network, prefix, "ipv4");
// Addresses that contain an IPv4 one, and those for examples.
for (const [network, prefix] of [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  reserved.addSubnet(network, prefix, "ipv6");
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Whether an address is public, and of no private network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !reserved.check(address, "ipv4");
  return version === 6 && global6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}

export const internet: Network = { protocols: ["https:"], isAllowed: isPublicAddress };
/** Chosen by the merchant, for a shop in the own network. */
export const anywhere: Network = { protocols: ["https:", "http:"], isAllowed: () => true };

/** @throws PictureProblem when there is no picture */
export async function fetchPicture(
  address: string,
  network: Network = internet,
  bounds: FetchBounds = usualBounds,
): Promise<Buffer> {
  const end = performance.now() + bounds.milliseconds;
  let url = readable(address);
  let isOwn = true;
  try {
    for (let hop = 0; hop <= bounds.redirections; hop += 1) {
      isOwn &&= url.origin === network.own;
      const rules = isOwn ? anywhere : network;
      assertAllowed(url, rules);
      const { status, headers, body } = await get(url, rules, { ...bounds, milliseconds: end - performance.now() });
      const location = headers.get("location");
      if (![301, 302, 303, 307, 308].includes(status) || !location) {
        assertPicture(status, headers);
        return body;
      }
      url = readable(location, url);
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { reason, code = "erreur" } = error;
    if (code === FORBIDDEN) throw new PictureProblem(INSIDE);
    if (reason === "long") throw new PictureProblem(`plus de ${Math.round(bounds.bytes / 1_000_000)} Mo`);
    const seconds = Math.round(bounds.milliseconds / 1000);
    throw new PictureProblem(
      reason === "slow" ? `pas de réponse complète en ${seconds} s` : `injoignable (${code})`,
      true,
    );
  }
  throw new PictureProblem("trop de redirections");
}

function assertPicture(status: number, headers: Headers): void {
  if (status !== 200) throw new PictureProblem(`réponse ${status}`, status === 429 || status >= 500);
  if (/^(?:text|application\/(?:xhtml|json|xml))/i.test(headers.get("content-type") ?? ""))
    throw new PictureProblem("une page au lieu d'une image");
}

function readable(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new PictureProblem("adresse illisible");
  return new URL(address, base);
}

function assertAllowed(url: URL, network: Network): void {
  if (!network.protocols.includes(url.protocol))
    throw new PictureProblem(`adresse en ${url.protocol.replace(":", "")}, seul https est suivi`);
  // A numeric host is not looked up, so `checkedLookup` does not check it.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !network.isAllowed(host)) throw new PictureProblem(INSIDE);
}

const INSIDE = "adresse d'un réseau interne";

async function get(url: URL, network: Network, bounds: Bounds): Promise<Fetched> {
  // Loaded here, since few shops fetch pictures.
  const undici = await import("undici");
  const dispatcher = new undici.Agent({ connect: { lookup: checkedLookup(network) } });
  try {
    return await boundedFetch(url, {
      bounds,
      headers: { Accept: "image/webp,image/png,image/jpeg,image/*;q=0.8", "Accept-Encoding": "identity" },
      // The same function as Node's; only their types differ.
      fetch: (input, init) => (undici.fetch as unknown as typeof fetch)(input, { ...init, dispatcher } as RequestInit),
    });
  } finally {
    await dispatcher.destroy();
  }
}

const FORBIDDEN = "FORBIDDEN";

/** Looks a name up once and connects to that result: a second look-up could differ. */
function checkedLookup(network: Network): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => network.isAllowed(address)))
        return callback(Object.assign(new Error(INSIDE), { code: FORBIDDEN }), "");
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
