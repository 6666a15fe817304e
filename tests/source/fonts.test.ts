import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/build.mjs";
import { fileOf, files, glyphsIn, make } from "../../tools/fonts.mjs";

/** The two typefaces, as they were made (P-3). */

const MOST_BYTES = 24_000;

/** What pages may show of the shop's own: its code, its catalogue, its places. */
const WHERE = ["components", "routes", "domain/delivery", "domain/order", "database/demo", "courier"].map(
  (folder) => `app/${folder}`,
);
const texts = execFileSync("git", ["ls-files", ...WHERE], { cwd: root })
  .toString()
  .trim()
  .split("\n")
  .filter((file) => /\.(tsx?|json)$/.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("");
const codes = (text: string) => [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);

/** Signs that the packages do not have, and letters of other alphabets, are the system's. */
const THE_SYSTEMS = /[\p{Cc}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{So}\p{Sk}\p{Lm}،]/u;

describe("the typefaces (P-3)", () => {
  it(`are at most ${MOST_BYTES} bytes together, and name their licence`, () => {
    const bytes = files.map((file) => readFileSync(fileOf(file)).byteLength);
    expect(bytes.length).toBe(2);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MOST_BYTES);
    const notice = readFileSync(fileOf("NOTICE.md"), "utf8");
    for (const author of ["The Figtree Project Authors", "The Young Serif Project Authors"])
      expect(notice).toContain(author);
    expect(notice).toContain("SIL OPEN FONT LICENSE Version 1.1");
  });

  it.each(files)("%s is what `npm run fonts` makes of the packages", async (file) => {
    expect(Buffer.from(await make(file)).equals(readFileSync(fileOf(file)))).toBe(true);
  });

  it.each(files)("%s has every letter, digit and punctuation mark of the shop's texts", async (file) => {
    const glyphs = await glyphsIn(file);
    const missing = codes(texts).filter((code) => !glyphs.has(code));
    const unexcused = missing.map((code) => String.fromCodePoint(code)).filter((sign) => !THE_SYSTEMS.test(sign));
    expect(unexcused).toEqual([]);
  });

  it.each(files)("%s draws the apostrophe of keyboards as the typographic one", async (file) => {
    const glyphs = await glyphsIn(file);
    expect(glyphs.get(0x27)).toBe(glyphs.get(0x2019));
  });
});
