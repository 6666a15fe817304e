import { orderNumberKey } from "~/domain/order";
import type { VisitorId } from "~/shop/services/guests";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * What opens one order for an hour in a browser that keeps no cookies: it stands in the address that an order, or /suivi, leads to
 * when the request came without any cookie of ours. It names the visitor that was let in (a hash, which is no cookie), and holds
 * order, visitor and end under one seal: whether that visitor may read the order is asked of the shop each time.
 */

export const PASS = "acces";

const PURPOSE = "page of order";
const LIFETIME = 3600_000;
const SHAPE = /^([A-Za-z0-9_-]{43})\.([a-z0-9]{1,12})\.([A-Za-z0-9_-]{22})$/;

const contentOf = (number: string, visitor: string, end: string) =>
  `${orderNumberKey(number)} for ${visitor} until ${end}`;

export function mintOrderPass(number: string, visitor: VisitorId, now = Date.now()): string {
  const end = (now + LIFETIME).toString(36);
  return `${visitor}.${end}.${signatureOf(PURPOSE, contentOf(number, visitor, end))}`;
}

/**
 * @param number in any spelling
 * @returns whom this shop gave the pass, for this very order and not more than an hour ago
 */
export function holderOfPass(pass: string, number: string, now = Date.now()): VisitorId | undefined {
  const [, visitor = "", end = "", sealed = ""] = SHAPE.exec(pass) ?? [];
  if (!isSignatureOf(PURPOSE, contentOf(number, visitor, end), sealed)) return undefined;
  return now < Number.parseInt(end, 36) ? visitor : undefined;
}
