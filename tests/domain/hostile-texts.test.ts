import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { passwordProblem } from "~/domain/account/password";
import { parseSearch, withoutHyphens } from "~/domain/catalogue/search";
import { slugOf } from "~/domain/catalogue/slug";
import { normaliseOrderNumber, orderNumberKey } from "~/domain/order/order";
import { clean, normalised } from "~/domain/values/clean-text";
import { normaliseEmail } from "~/domain/values/email";
import { adresseOrNone, email, nom, telephone } from "~/domain/values/form-fields";
import { normalisePhone } from "~/domain/values/phone";
import { plainText, plainWords } from "~/domain/values/plain-text";
import { storable } from "~/domain/values/storable";
import { readForm } from "~/forms/form.server";
import { readJson } from "~/forms/json.server";
import { localPath } from "~/http/local-path";

/** Twice the text may take twice the time, whatever it is made of (S-7). */

const KB = 1024;
const SIZE = 64 * KB;
/** As many as fit into this number of bytes. */
const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

const texts: Record<string, (bytes: number) => string> = {
  "marks in the wrong order": (bytes) => `a${fill("\u0315", bytes / 2)}${fill("\u0344", bytes / 2)}`,
  "marks by compatibility": (bytes) => `a${fill("\uff9e\u0301", bytes)}`,
  "runs of thirty marks": (bytes) => fill(`a${"\u0315".repeat(15)}${"\u0344".repeat(15)}`, bytes),
  "marks beyond the first plane": (bytes) => `a${fill("\u{1d165}\u{1d167}", bytes)}`,
  "digits, then a letter": (bytes) => `${fill("1", bytes)}a`,
  "spaces, then a letter": (bytes) => `${fill(" ", bytes)}x`,
  "line breaks": (bytes) => fill("\r\n", bytes),
  "another host of marks": (bytes) => `//${fill("\u0315", bytes / 2)}${fill("\u0344", bytes / 2)}`,
  slashes: (bytes) => fill("/", bytes),
  "ends of sentences": (bytes) => fill("a@b.", bytes),
  "one word": (bytes) => fill("x", bytes),
  "a word of many parts": (bytes) => `${fill("x-", bytes)}-`,
  dashes: (bytes) => `${fill("-", bytes)}a`,
  "long letters": (bytes) => fill("\ufdfa", bytes),
  "halves of characters": (bytes) => fill("\ud800", bytes),
};

const steps: Record<string, (text: string) => unknown> = {
  clean,
  storable,
  NFKC: (text) => normalised(text, "NFKC"),
  plainText,
  plainWords,
  slugOf,
  orderNumberKey,
  normaliseOrderNumber,
  normaliseEmail,
  normalisePhone,
  parseSearch,
  withoutHyphens,
  localPath,
  "a password": (text) => passwordProblem(text),
  "its owner's name": (text) => passwordProblem("trois mots longs", [text]),
  ...Object.fromEntries(
    Object.entries({ nom, email, telephone, adresseOrNone }).map(([name, field]) => [
      `the field ${name}`,
      (text: string) => field.safeParse(text),
    ]),
  ),
};

/** Milliseconds for 64 KB; for twice as many twice as long, and so on. */
const MOST = 20;
/** Work that is twice so many times over its bound is not tried again. */
const HOPELESS = 20;

const ledger = "/proc/thread-self/schedstat";

/** Milliseconds that this thread has worked; elsewhere than on Linux those that passed. */
const worked = existsSync(ledger)
  ? () => Number(readFileSync(ledger, "utf8").split(" ", 1)[0]) / 1e6
  : () => performance.now();

/** The least of some runs, until it is short enough: the first ones are not compiled yet. */
async function leastOf(work: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 8 && least >= enough; run += 1) {
    const before = worked();
    await work();
    least = Math.min(least, worked() - before);
    if (enough > 0 && run > 0 && least > HOPELESS * enough) break;
  }
  return least;
}

/** Milliseconds in which V8 alone composes 64 KB of long letters, where `MOST` was found. */
const COMPOSED = 12;
/** What else the machine does disturbs a moment, and seldom all of them. */
const MOMENTS = 5;

/** Expects `MOST` for each 64 KB, or as much longer as V8 takes for as many letters just then. */
async function expectWithin(work: () => unknown, times = 1): Promise<void> {
  const letters = texts["long letters"]?.(times * SIZE) ?? "";
  let share = Number.POSITIVE_INFINITY;
  for (let moment = 0; moment < MOMENTS && share >= 1; moment += 1) {
    const least = await leastOf(work, MOST * times);
    if (least < MOST * times) return;
    expect(least, `${times * 64} KB, in milliseconds`).toBeLessThan(HOPELESS * MOST * times);
    const composed = await leastOf(() => letters.normalize("NFKC"), 0);
    share = Math.min(share, least / (MOST * times * Math.max(1, composed / (COMPOSED * times))));
  }
  expect(share, `${times * 64} KB, as a share of what it may take`).toBeLessThan(1);
}

describe.each(Object.keys(texts))("%s", (name) => {
  it.each(Object.keys(steps))("cost %s no more than they are long", async (step) => {
    for (const times of [1, 4]) {
      const text = texts[name]?.(times * SIZE) ?? "";
      await expectWithin(() => steps[step]?.(text), times);
    }
  });
});

describe("64 KB are read in a moment", () => {
  const marks = texts["marks in the wrong order"]?.(SIZE - KB) ?? "";
  const part = (field: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const post = (type: string, body: string) =>
    new Request("http://shop.invalid/", { method: "POST", body, headers: { "content-type": type } });
  const [FORM, MULTIPART, JSON_TYPE] = [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json",
  ];

  it.each([
    ["a value", FORM, `a=${marks}`],
    ["a name", FORM, `${marks}=1`],
    ["fields without a name", FORM, fill("&", SIZE)],
    ["fields of one name", FORM, fill("a&", SIZE)],
    ["the same, as no browser spells the type", FORM.toUpperCase(), fill("a&", SIZE)],
    ["fields of many names", FORM, Array.from({ length: 12_000 }, (_, at) => at.toString(36)).join("&")],
    ["signs that are encoded", FORM, `a=${fill("%CC%95", SIZE)}`],
    ["a part's value", MULTIPART, `${part("a", marks)}--x--\r\n`],
    ["a part's name", MULTIPART, `${part(marks, "")}--x--\r\n`],
    ["many parts", MULTIPART, `${fill(part("a", ""), SIZE)}--x--\r\n`],
    ["a part of many headers", MULTIPART, `--x\r\n${fill("X-A: b\r\n", SIZE)}\r\n\r\n--x--\r\n`],
    ["what is nearly an end", MULTIPART, part("a", fill("\r\n--y", SIZE - KB))],
  ])("%s of a form", async (_, type, body) => {
    await expectWithin(() => readForm(post(type, body)).catch(() => undefined));
  });

  it.each([
    ["a value", `{"a":"${marks}"}`],
    ["a name", `{"${marks}":1}`],
    ["nested lists", fill("[", SIZE / 2) + fill("]", SIZE / 2)],
    ["nested lists without an end", fill("[", SIZE)],
    ["nested objects", fill('{"a":', SIZE)],
    ["many values", `[${fill("1,", SIZE)}1]`],
    ["many objects", `{"items":[${fill("{},", SIZE - KB)}{}]}`],
    ["many names", `{${Array.from({ length: 6_000 }, (_, at) => `"${at.toString(36)}":1`).join(",")}}`],
    ["a long number", fill("1", SIZE)],
  ])("%s in JSON", async (_, body) => {
    await expectWithin(() => readJson(post(JSON_TYPE, body)));
  });

  it("thousands of fields are refused before a schema looks at each", async () => {
    expect(await readJson(post(JSON_TYPE, `{"items":[${fill("{},", SIZE - KB)}{}]}`))).toEqual({ refused: 400 });
    expect(await readJson(post(JSON_TYPE, `{"items":[${fill("{},", 297)}{}]}`))).toHaveProperty("value");
  });
});

describe("texts are composed (NFC), and of marks in a row 30 stay", () => {
  it("keeps what people write", () => {
    for (const text of ["Été à Oran", "حَيّ السَّلَام", "Ω̃́̂", "e\u0301".normalize("NFC"), "ノ\u3099"]) {
      expect(clean(text)).toBe(text.normalize("NFC"));
      expect(plainText(text)).toBe(plainText(text.normalize("NFD")));
    }
    expect(clean(`a${"\u0301".repeat(30)}`)).toBe(`a${"\u0301".repeat(30)}`.normalize("NFC"));
    expect(clean(`a${"\u0315".repeat(5000)}b`)).toBe(`a${"\u0315".repeat(30)}b`);
  });

  it("counts every character that becomes a mark", () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (/^\p{M}/u.test(character.normalize("NFKD")))
        expect([...normalised(character.repeat(40), "NFC")].length, code.toString(16)).toBeLessThanOrEqual(90);
    }
  });
});
