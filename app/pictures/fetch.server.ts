import { lookup as resolve } from "node:dns";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

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

export interface FetchBounds {
  bytes: number;
  /** For all of it, redirections included. */
  milliseconds: number;
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
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), bounds.milliseconds);
  try {
    let [next, isOwn] = [address, true];
    for (let hop = 0; hop <= bounds.redirections; hop += 1) {
      const url = readable(next);
      isOwn &&= url.origin === network.own;
      const rules = isOwn ? anywhere : network;
      assertAllowed(url, rules);
      const answer = await get(url, rules, bounds, clock.signal);
      if (Buffer.isBuffer(answer)) return answer;
      next = answer.to;
    }
    throw new PictureProblem("trop de redirections");
  } catch (error) {
    if (error instanceof PictureProblem) throw error;
    if (clock.signal.aborted)
      throw new PictureProblem(`pas de réponse complète en ${Math.round(bounds.milliseconds / 1000)} s`, true);
    throw new PictureProblem(`injoignable (${(error as NodeJS.ErrnoException).code ?? "erreur"})`, true);
  } finally {
    clearTimeout(timer);
  }
}

function readable(address: string): URL {
  if (!URL.canParse(address)) throw new PictureProblem("adresse illisible");
  return new URL(address);
}

function assertAllowed(url: URL, network: Network): void {
  if (!network.protocols.includes(url.protocol))
    throw new PictureProblem(`adresse en ${url.protocol.replace(":", "")}, seul https est suivi`);
  // A numeric host is not looked up, so `checkedLookup` does not check it.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !network.isAllowed(host)) throw new PictureProblem(INSIDE);
}

const INSIDE = "adresse d'un réseau interne";

function get(url: URL, network: Network, bounds: FetchBounds, signal: AbortSignal): Promise<Buffer | { to: string }> {
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((done, fail) => {
    const request = send(url, {
      signal,
      lookup: checkedLookup(network),
      agent: false,
      headers: { Accept: "image/webp,image/png,image/jpeg,image/*;q=0.8", "Accept-Encoding": "identity" },
    });
    request.on("error", fail);
    request.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      const stop = (text: string, isUnanswered = false) => {
        response.destroy();
        fail(new PictureProblem(text, isUnanswered));
      };
      response.on("error", fail);
      if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
        response.destroy();
        return URL.canParse(headers.location, url.href)
          ? done({ to: new URL(headers.location, url).href })
          : stop("adresse illisible");
      }
      if (statusCode !== 200) return stop(`réponse ${statusCode}`, statusCode === 429 || statusCode >= 500);
      if (/^(?:text|application\/(?:xhtml|json|xml))/i.test(headers["content-type"] ?? ""))
        return stop("une page au lieu d'une image");
      const tooLarge = `plus de ${Math.round(bounds.bytes / 1_000_000)} Mo`;
      if (Number(headers["content-length"] ?? 0) > bounds.bytes) return stop(tooLarge);
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > bounds.bytes) stop(tooLarge);
        else chunks.push(chunk);
      });
      response.on("end", () => (response.complete ? done(Buffer.concat(chunks)) : stop("réponse incomplète", true)));
      response.on("close", () => fail(new PictureProblem("réponse incomplète", true)));
    });
    request.end();
  });
}

/** Looks a name up once and connects to that result: a second look-up could differ. */
function checkedLookup(network: Network): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => network.isAllowed(address)))
        return callback(new PictureProblem(INSIDE), "");
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
