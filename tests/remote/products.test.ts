import { describe, expect, it } from "vitest";
import { fees } from "~/api/tolerant-schemas.server";
import { productFrom } from "~/shop/remote/read-answers";

/** The names, amounts and flags of another API's products (section 3). */

describe("what an API says of a product", () => {
  const read = (changes: object) =>
    productFrom({ id: 7, name: "Boston", price: "5000", sizes: [{ value: "38", stock: 2 }], ...changes });

  it("is understood under every name that section 3 has for it", () => {
    expect(read({})).toMatchObject({ id: "7", slug: "boston", price: 5_000, variants: [{ size: 38, stock: 2 }] });
    expect(read({ salePrice: 4_000 })).toMatchObject({ price: 4_000, oldPrice: 5_000 });
    expect(read({ comparePrice: 6_000 })).toMatchObject({ price: 5_000, oldPrice: 6_000 });
    expect(read({ oldPrice: "cher", comparePrice: 6_000 })).toMatchObject({ oldPrice: 6_000 });
    expect(read({ sizes: [], stockBySize: { 38: 1, 39: 0 } })?.variants.map(({ stock }) => stock)).toEqual([1, 0]);
    expect(read({ sizes: [{ value: 38, available: false, stock: 9 }] })?.soldOut).toBe(true);
    expect(read({ isActive: false })?.active).toBe(false);
    expect(read({ variants: [{ id: "v", stock: 1, options: { pointure: "40" } }] })?.variants).toMatchObject([
      { id: "v", size: 40 },
    ]);
  });

  it("is written as the API writes it, without what no form takes", () => {
    const specifications = [{ name: "Semelle", value: "3,2\u00a0cm" }];
    const hostile = "\u0000\u001b\u202e\u009b";
    expect(read({ name: `Bos${hostile}ton \ud800`, specifications, description: `a${hostile}\nb` })).toMatchObject({
      name: "Boston",
      specifications,
      description: "a\nb",
    });
    expect(read({ salePrice: 0 })?.price).toBe(5_000);
  });

  it.each([
    ["3,200.00", 3_200],
    ["149.99", 150],
    ["12 500,5", 12_501],
    [4_999.6, 5_000],
  ])("has the price that it writes as %j: %d DA", (price, dinars) => expect(read({ price })?.price).toBe(dinars));

  it("has the amounts and counts of a list in decimals of three digits", () => {
    const decimals = { price: "4500.000", salePrice: "950.000", sizes: [{ value: "38.000", stock: "12.000" }] };
    expect(read(decimals)).toMatchObject({ price: 950, oldPrice: 4_500, variants: [{ size: 38, stock: 12 }] });
    expect(
      fees.parse({ deliveryFee: "500.000", totalFee: "1500.000", codFee: "0.000", deliveryTime: "3.000" }),
    ).toEqual({ deliveryFee: 500, totalFee: 1_500, codFee: 0, insuranceFee: 0, deliveryTime: 3 });
  });

  it("may be said by texts: flags, stock, gender in the words of section 2", () => {
    expect(read({ isNew: "true", isBestseller: "1", gender: "women", isActive: "false" })).toMatchObject({
      isNew: true,
      isBestseller: true,
      gender: "femme",
      active: false,
    });
    expect(read({ gender: "Garçons" })?.gender).toBe("enfant");
    expect(read({ isNew: "false", isBestseller: "0", gender: "Hommes" })).toMatchObject({
      isNew: false,
      isBestseller: false,
      gender: "homme",
    });
    expect(read({ sizes: [{ value: "38", available: "false", stock: "4" }] })?.soldOut).toBe(true);
    expect(read({ sizes: [{ value: "38", available: true }] })?.soldOut).toBe(false);
  });

  it("comes in one size when it names none: with its own stock, else in stock unless its list is empty", () => {
    const one = { size: 101, sizeLabel: "Taille unique" };
    expect(read({ sizes: undefined })?.variants).toMatchObject([{ ...one, id: "~7", stock: 99 }]);
    expect(read({ sizes: undefined, stock: "3" })?.variants).toMatchObject([{ ...one, stock: 3 }]);
    expect(read({ sizes: [] })?.variants).toMatchObject([{ ...one, stock: 0 }]);
    const variants = [{ id: "v7", stock: 2, options: { color: "Noir" } }];
    expect(read({ sizes: undefined, variants })?.variants).toMatchObject([{ ...one, id: "v7", stock: 2 }]);
  });

  it("has sizes in words by whatever place they have, in that order and under their own identifiers", () => {
    const variant = (size: number, sizeLabel: string) => ({ id: `v${size}`, stock: 1, options: { size, sizeLabel } });
    const variants = [variant(0, "Petit"), variant(1, "Large"), variant(150, "Géant"), variant(1.5, "Moyen")];
    expect(read({ variants })?.variants).toMatchObject([
      { id: "v0", size: 101, sizeLabel: "Petit" },
      { id: "v1", size: 102, sizeLabel: "Large" },
      { id: "v150", size: 150, sizeLabel: "Géant" },
    ]);
  });

  it("has its colours by their slugs, however these are spelt", () => {
    const colors = [
      { slug: "Bleu_Nuit", name: "Nuit", hex: "#000080" },
      { slug: "أحمر", name: "أحمر", hex: "#ff0000" },
    ];
    const variants = colors.map(({ slug }) => ({ id: slug, stock: 1, options: { size: 38, colorSlug: slug } }));
    const images = colors.map(({ slug }) => ({ url: "https://api.example/a.jpg", color: slug }));
    const product = read({ colors, variants, images });
    expect(product?.colors).toEqual([{ ...colors[0], slug: "bleu-nuit" }, colors[1]]);
    expect(product?.pictures.map(({ color }) => color)).toEqual(["bleu-nuit", "أحمر"]);
  });

  it("has a bounded stock, in whatever way the API says that there is no limit", () => {
    const stock = 99_999_999;
    const variants = [{ id: "v7", stock, options: { size: 38 } }];
    for (const ways of [{ variants }, { sizes: [{ value: 38, stock }] }, { sizes: [], stockBySize: { 38: stock } }])
      expect(read(ways)?.variants).toMatchObject([{ stock: 100_000 }]);
    expect(read({ sizes: undefined, stock })?.variants).toMatchObject([{ stock: 100_000 }]);
  });

  it("has no amount where it says less than nothing", () => {
    expect(read({ salePrice: -1, oldPrice: -1, comparePrice: 6_000 })).toMatchObject({ price: 5_000, oldPrice: 6_000 });
    expect(read({ oldPrice: 0, comparePrice: 6_000 })).toMatchObject({ oldPrice: 6_000 });
    expect(fees.parse({ deliveryFee: -1, totalFee: "-1" })).toBeUndefined();
    expect(fees.parse({ deliveryFee: 500, totalFee: -1, codFee: -1 })).toMatchObject({ totalFee: 500, codFee: 0 });
    expect(read({ sizes: [{ value: 38, stock: -2 }] })?.variants).toMatchObject([{ stock: 0 }]);
  });

  it.each([{ id: "" }, { name: null }, { price: "gratuit" }, { price: -1 }, { sizes: "38" }])(
    "%j cannot be sold, and is left out",
    (changes) => expect(read(changes)).toBeUndefined(),
  );
});
