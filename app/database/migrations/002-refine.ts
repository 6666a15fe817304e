import { type Kysely, sql } from "kysely";
import { flag } from "./columns";

/** Colour families as they were named then, in the order of their bits. */
const families = "noir blanc gris taupe beige marron rouge rose orange jaune vert bleu violet metal".split(" ");

/** Adds columns that lists are filtered by, and indexes that hold them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const narrowing = ["families", "sizes", ...families.map((family) => `sizes_${family}`)];
  for (const column of narrowing) await db.schema.alterTable("products").addColumn(column, "integer", flag).execute();
  await db.schema
    .alterTable("products")
    .addColumn("shelf", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  for (const list of ["", "_kind", "_gender", "_kind_gender", "_collection_id"])
    for (const order of ["newest", "price"]) await db.schema.dropIndex(`products${list}_${order}`).execute();
  await db.schema.dropIndex("products_counted").execute();

  await fillShelves(db as Kysely<Tables>);

  const narrowed = ["gender", "kind", "category_id", "collection_id", "is_new", "is_bestseller", "old_price"];
  const orders = { newest: ["created_at desc", "id", "price"], price: ["price", "id"] };
  for (const [name, order] of Object.entries(orders)) {
    const index = (list: string, columns: string[]) =>
      db.schema
        .createIndex(`products_${list}${name}`)
        .on("products")
        .columns([...columns, ...narrowed.filter((column) => !columns.includes(column)), ...narrowing]);
    await index("", ["active", ...order]).execute();
    for (const by of ["kind", "gender", "category_id", "collection_id"])
      await index(`${by}_`, [by, "active", ...order]).execute();
    // Partial indexes of the few products of each special list.
    for (const [list, condition] of Object.entries({
      new: sql<boolean>`is_new = 1`,
      bestsellers: sql<boolean>`is_bestseller = 1`,
      reduced: sql<boolean>`old_price > price`,
    }))
      await index(`${list}_`, ["active", ...order])
        .where(condition)
        .execute();
  }
  // All counted columns, in the order of the grouping.
  await db.schema
    .createIndex("products_counted")
    .on("products")
    .columns([
      "active",
      "category_id",
      "collection_id",
      "kind",
      "gender",
      "is_new",
      "is_bestseller",
      "price",
      "old_price",
      "shelf",
    ])
    .execute();
}

/* Copied from the code of that day, so that the migration keeps doing what it did; the current code
   is in database/stock-index.ts and domain/catalogue/color-family.ts. */

interface Variant {
  product_id: string;
  color_slug: string;
  color_name: string;
  color_hex: string;
  size: number;
  stock: number;
}

interface Tables {
  products: { id: string; [narrowing: string]: string | number };
  variants: Variant;
}

const BATCH = 500;
const SMALLEST = 28;
const LARGEST = 46;

async function fillShelves(db: Kysely<Tables>): Promise<void> {
  for (let last = ""; ; ) {
    const products = await db
      .selectFrom("products")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const end = products.at(-1);
    if (!end) return;
    const ofProduct = new Map(products.map(({ id }): [string, Variant[]] => [id, []]));
    const variants = db
      .selectFrom("variants")
      .select(["product_id", "color_slug", "color_name", "color_hex", "size", "stock"])
      .where("product_id", "in", [...ofProduct.keys()]);
    for (const variant of await variants.execute()) ofProduct.get(variant.product_id)?.push(variant);
    for (const [id, own] of ofProduct)
      await db.updateTable("products").set(shelfOf(own)).where("id", "=", id).execute();
    last = end.id;
  }
}

function shelfOf(variants: readonly Variant[]): Record<string, string | number> {
  const colors = new Map<string, { families: number; sizes: number }>();
  for (const { color_slug, color_name, color_hex, size, stock } of variants) {
    const color = colors.get(color_slug) ?? { families: familyBits(familiesOf(color_hex, color_name)), sizes: 0 };
    if (stock > 0 && size >= SMALLEST && size <= LARGEST) color.sizes |= 1 << (size - SMALLEST);
    colors.set(color_slug, color);
  }
  const shelf = [...colors.values()];
  const sizesOn = (some: typeof shelf) => some.reduce((bits, { sizes }) => bits | sizes, 0);
  const texts = shelf.map((color) => `${color.families.toString(16)}.${color.sizes.toString(16)}`);
  return {
    families: shelf.reduce((bits, color) => bits | color.families, 0),
    sizes: sizesOn(shelf),
    shelf: [...new Set(texts)].sort().join("+"),
    ...Object.fromEntries(
      families.map((family) => [
        `sizes_${family}`,
        sizesOn(shelf.filter((color) => color.families & familyBits([family]))),
      ]),
    ),
  };
}

const familyBits = (some: readonly string[]) =>
  some.reduce((bits, family) => bits | (1 << families.indexOf(family)), 0);

/** Makers' words for shades, without accents, with their families. */
const words = new Map(
  `
  noir:noir anthracite:gris+noir ebene:noir blanc:blanc ivoire:blanc+beige creme:blanc+beige gris:gris
  ardoise:gris+bleu ciment:gris taupe:taupe beige:beige ecru:beige lin:beige nude:beige sable:beige
  sables:beige sel:beige+blanc marron:marron brun:marron acajou:marron camel:marron+beige caramel:marron
  chocolat:marron cognac:marron cuir:marron fauve:marron miel:marron+jaune noisette:marron+taupe tabac:marron
  rouge:rouge bordeaux:rouge brique:rouge+orange grenade:rouge piment:rouge+orange rose:rose
  bougainvillier:rose framboise:rose+rouge fuchsia:rose orange:orange abricot:orange clementine:orange
  corail:orange+rose mandarine:orange terracotta:orange+marron terre:orange+marron jaune:jaune moutarde:jaune
  safran:jaune+orange vert:vert kaki:vert mousse:vert olive:vert turquoise:bleu+vert lagon:bleu+vert bleu:bleu
  indigo:bleu marine:bleu violet:violet lavande:violet lilas:violet prune:violet or:metal dore:metal
  argent:metal bronze:metal
`
    .trim()
    .split(/\s+/)
    .map((entry): [string, string[]] => {
      const [word = "", of = ""] = entry.split(":");
      return [word, of.split("+")];
    }),
);

/** Words that name a colour; beside one of them other words only describe its shade. */
const basic: ReadonlySet<string> = new Set([...families, "brun", "or"]);

/**
 * Finds the families of a colour.
 * @param hex `#rrggbb`
 * @param name the maker's: "Bleu Méditerranée", "Blanc et marine"
 * @returns one or two families, the nearer first
 */
function familiesOf(hex: string, name = ""): string[] {
  const plain = name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const parts = plain
    .split(/ et | & |\//)
    .map(familiesIn)
    .filter((families) => families.length > 0);
  // "Blanc et marine" is two colours in one shoe: the first family of each.
  const named = parts.length > 1 ? parts.flatMap((families) => families.slice(0, 1)) : (parts[0] ?? []);
  return named.length > 0 ? [...new Set(named)].slice(0, 2) : [familyOfHex(hex)];
}

function familiesIn(name: string): string[] {
  const known = name.split(/[^a-z]+/).filter((word) => words.has(word));
  const said = known.filter((word) => basic.has(word));
  return (said.length > 0 ? said : known).flatMap((word) => words.get(word) ?? []);
}

/** The family by lightness, chroma and hue (OKLCH); grey when `hex` is no colour. */
function familyOfHex(hex: string): string {
  if (!/^#[\da-f]{6}$/i.test(hex)) return "gris";
  const { lightness, chroma, hue } = oklch(hex);
  if (lightness < 0.3 && chroma < 0.05) return "noir";
  if (chroma < 0.02) return lightness > 0.88 ? "blanc" : "gris";
  const isEarthy = hue > 35 && hue < 110;
  if (isEarthy && chroma < 0.05 && lightness < 0.45) return "marron";
  if (isEarthy && chroma < 0.05) return lightness > 0.92 ? "blanc" : lightness > 0.74 ? "beige" : "taupe";
  if (isEarthy && chroma < 0.08 && lightness > 0.7) return "beige";
  if (hue < 15 || hue >= 340) return lightness > 0.6 || chroma > 0.17 ? "rose" : "rouge";
  if (hue < 35) return lightness > 0.7 ? "rose" : "rouge";
  if (hue < 75) return chroma < 0.11 || lightness < 0.5 ? "marron" : "orange";
  if (hue < 110) return chroma < 0.1 && lightness < 0.6 ? "vert" : "jaune";
  if (hue < 185) return "vert";
  if (hue < 285) return "bleu";
  return "violet";
}

function oklch(hex: string): { lightness: number; chroma: number; hue: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, yellow),
    hue: ((Math.atan2(yellow, a) * 180) / Math.PI + 360) % 360,
  };
}
