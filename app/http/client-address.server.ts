import { type BlockList, isIP } from "node:net";

/**
 * The client's address. Anybody can write X-Forwarded-For, so only trusted proxies are believed.
 * @param remote the other end of the connection, as the socket names it
 * @param forwarded X-Forwarded-For: every proxy adds its client's address at the right
 * @returns the right-most address that is no trusted proxy, or the last proxy with a readable one
 */
export function clientOf(remote: string | undefined, forwarded: string | undefined, trusted: BlockList): string {
  let client = canonical(remote ?? "") ?? "";
  const hops = (forwarded ?? "").split(",");
  while (client !== "" && isTrusted(client, trusted)) {
    const before = canonical(hops.pop() ?? "");
    if (before === undefined) return client;
    client = before;
  }
  return client;
}

/** For limits on attempts. @returns the address; of IPv6 the household's /64 network */
export function networkOf(address: string): string {
  const plain = canonical(address);
  if (plain === undefined) return "";
  if (isIP(plain) === 4) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const [before, after] = [head, tail].map((part) => (part ? part.split(":") : [])) as [string[], string[]];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  const groups = plain.includes("::") ? [...before, ...zeros, ...after] : before;
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** @returns the other end of a connection, if it forwards requests and is no trusted proxy */
export function unknownProxy(remote: string | undefined, forwarded: string | undefined, trusted: BlockList) {
  const proxy = canonical(remote ?? "");
  return proxy !== undefined && forwarded !== undefined && !isTrusted(proxy, trusted) ? proxy : undefined;
}

/**
 * One spelling for each address; IPv4 wrapped in IPv6 (::ffff:192.0.2.1) becomes IPv4. Some proxies
 * write a port behind it, which of IPv6 needs brackets.
 */
function canonical(address: string): string | undefined {
  const [bare = ""] = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2")
    .split("%");
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return undefined;
  const plain = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain) ?? [];
  if (high === undefined || low === undefined) return plain;
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

const isTrusted = (address: string, trusted: BlockList) =>
  trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
