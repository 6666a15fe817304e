import { expect, it } from "vitest";
import { pickingList } from "~/domain/office/picking-list";
import type { OrderLine } from "~/domain/order/order";

const line = (variantId: string, quantity: number, name: string, color: string, size: number) =>
  ({ variantId, quantity, name, color: { slug: color, name: color, hex: "" }, size }) as OrderLine;

it("the pairs of all orders are one line for each variant, by name, colour and size", () => {
  const lines = [
    line("c", 1, "Élan", "Noir", 39),
    line("a", 1, "Boston", "Taupe", 41),
    line("d", 1, "Zéphyr", "Noir", 36),
    line("b", 1, "Boston", "Taupe", 36.67),
    line("a", 2, "Boston", "Taupe", 41),
    line("e", 4, "Boston", "Écru", 42),
  ];
  expect(pickingList(lines).map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    ["e", 4],
    ["b", 1],
    ["a", 3],
    ["c", 1],
    ["d", 1],
  ]);
});
