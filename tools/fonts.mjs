// Makes the shop's two typefaces from npm packages: `npm run fonts`, once one of these has changed.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));
/** What French texts need. The packages have no ★, ᵉ or Arabic: these are the system's. */
const CHARACTERS = `${ascii}ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜàâäæçéèêëîïñôöœùûüÿ’‘“”«»‹›…–—·•×°²€−\u00a0`;
/** Drawn as others are: typographic apostrophes, and the narrow space that grouped digits have. */
const DRAWN_AS = { "'": "’", "\u202f": "\u00a0" };

const folder = new URL("../app/components/layout/fonts/", import.meta.url);
const packages = new URL("../node_modules/", import.meta.url);

/** By name of the file: text, in the weights and with the figures that styles ask for; headings. */
const sources = {
  "text.woff2": {
    source: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    options: { keepFeatures: ["kern", "tnum"], variationAxes: { wght: { min: 400, max: 600 } } },
  },
  "display.woff2": {
    source: "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    options: { keepFeatures: ["kern"] },
  },
};

export const files = Object.keys(sources);

export const fileOf = (file) => fileURLToPath(new URL(file, folder));

/** @returns the bytes of a woff2 file, always the same for the same packages */
export async function make(file) {
  const { source, options } = sources[file];
  const { keepFeatures } = options;
  const whole = await readFile(new URL(source, packages));
  const font = await subsetFont(whole, CHARACTERS, { targetFormat: "sfnt", noHinting: true, ...options });
  const tables = tablesOf(font);
  const glyphs = glyphsOf(tables.get("cmap"));
  for (const [character, other] of Object.entries(DRAWN_AS))
    glyphs.set(character.codePointAt(0), glyphs.get(other.codePointAt(0)));
  tables.set("cmap", cmapOf(glyphs));
  const characters = String.fromCodePoint(...glyphs.keys());
  return subsetFont(fontOf(font, tables), characters, { targetFormat: "woff2", noHinting: true, keepFeatures });
}

/** @returns a font as programs other than browsers read it */
export const uncompressed = async (file) =>
  subsetFont(await readFile(fileOf(file)), undefined, { keepAllGlyphs: true, targetFormat: "sfnt" });

/** @returns the glyph's number of each code point that a font draws */
export const glyphsIn = async (file) => glyphsOf(tablesOf(await uncompressed(file)).get("cmap"));

/** @returns the tables of a TrueType font, by tag */
function tablesOf(font) {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  return new Map(
    entries.map((at) => {
      const from = font.readUInt32BE(at + 8);
      return [font.toString("latin1", at, at + 4), font.subarray(from, from + font.readUInt32BE(at + 12))];
    }),
  );
}

/** Checksums stay zero, since subsetting writes them again. */
function fontOf(font, tables) {
  const head = Buffer.alloc(12 + 16 * tables.size);
  font.copy(head, 0, 0, 12);
  const parts = [head];
  let at = head.length;
  for (const [index, [tag, table]] of [...tables].entries()) {
    head.write(tag, 12 + 16 * index, "latin1");
    head.writeUInt32BE(at, 20 + 16 * index);
    head.writeUInt32BE(table.length, 24 + 16 * index);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** @returns the number of the glyph of each code point, from the table of format 4 */
function glyphsOf(cmap) {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const table = cmap.subarray(subtables.find((at) => cmap.readUInt16BE(at) === 4));
  const size = table.readUInt16BE(6);
  const glyphs = new Map();
  for (let end = 14; end < 14 + size; end += 2) {
    const [first, delta, offsetAt] = [table.readUInt16BE(end + 2 + size), end + 2 + 2 * size, end + 2 + 3 * size];
    const offset = table.readUInt16BE(offsetAt);
    for (let code = first; code <= table.readUInt16BE(end) && code < 0xffff; code++) {
      const raw = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + 2 * (code - first));
      const glyph = offset > 0 && raw === 0 ? 0 : (raw + table.readUInt16BE(delta)) & 0xffff;
      if (glyph > 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** A table of format 4 with a segment for each code point; subsetting joins them. */
function cmapOf(glyphs) {
  const codes = [...glyphs.keys(), 0xffff].sort((a, b) => a - b);
  const size = 2 * codes.length;
  const table = Buffer.alloc(12 + 16 + 4 * size);
  for (const [at, value] of Object.entries({ 2: 1, 4: 3, 6: 1, 10: 12, 12: 4, 14: 16 + 4 * size, 18: size }))
    table.writeUInt16BE(value, Number(at));
  for (const [index, code] of codes.entries()) {
    const delta = ((glyphs.get(code) ?? 0) - code) & 0xffff;
    table.writeUInt16BE(code, 26 + 2 * index);
    table.writeUInt16BE(code, 28 + size + 2 * index);
    table.writeUInt16BE(delta, 28 + 2 * size + 2 * index);
  }
  return table;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const file of files) await writeFile(fileOf(file), await make(file));
