import { orderNumberKey } from "~/domain/order/order";
import { HOUR } from "~/domain/values/durations";
import type { VisitorId } from "~/shop/services/guests";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * Opens one order for an hour without cookies: a signed parameter of the address, which names a
 * visitor by a hash. The shop checks each time whether that visitor may read the order.
 */

export const PASS = "acces";

const PURPOSE = "page of order";
const SHAPE = /^([A-Za-z0-9_-]{43})\.([a-z0-9]{1,12})\.([A-Za-z0-9_-]{22})$/;

const contentOf = (number: string, visitor: string, end: string) =>
  `${orderNumberKey(number)} for ${visitor} until ${end}`;

export function mintOrderPass(number: string, visitor: VisitorId): string {
  const end = (Date.now() + HOUR).toString(36);
  return `${visitor}.${end}.${signatureOf(PURPOSE, contentOf(number, visitor, end))}`;
}

/**
 * @param number in any spelling
 * @returns the visitor who was given the pass for this order, within the last hour
 */
export function holderOfPass(pass: string, number: string): VisitorId | undefined {
  const [, visitor = "", end = "", signature = ""] = SHAPE.exec(pass) ?? [];
  if (!isSignatureOf(PURPOSE, contentOf(number, visitor, end), signature)) return undefined;
  return Date.now() < Number.parseInt(end, 36) ? visitor : undefined;
}
