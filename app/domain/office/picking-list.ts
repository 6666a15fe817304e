import type { OrderLine } from "../order/order";

/** What is taken from the stock for several orders at once. */

const french = new Intl.Collator("fr");

/** @returns each variant once, with the pairs of all these lines; as a stock is sorted */
export function pickingList<Line extends Omit<OrderLine, "price">>(lines: readonly Line[]): Line[] {
  const byVariant = new Map<string, Line>();
  for (const line of lines) {
    const before = byVariant.get(line.variantId)?.quantity ?? 0;
    byVariant.set(line.variantId, { ...line, quantity: before + line.quantity });
  }
  return [...byVariant.values()].sort(
    (a, b) => french.compare(a.name, b.name) || french.compare(a.color.name, b.color.name) || a.size - b.size,
  );
}
