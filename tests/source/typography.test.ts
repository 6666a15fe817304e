import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** French puts a space that does not break before : ; ! ? and inside « ». */

const app = join(import.meta.dirname, "../../app");
const sources = (readdirSync(app, { recursive: true }) as string[])
  .filter((name) => /\.(tsx?|json)$/.test(name))
  // Addresses as the courier writes them.
  .filter((name) => !name.startsWith("courier/table/"));

/** Sentences that are another's, with {} for what varies in them. */
const toTheLetter: Record<string, string> = {
  "Plus que {} en stock !": "the specification, section 9",
  "Produit ajouté au panier avec succès !": "the specification, section 8",
  "Message envoyé avec succès !": "the table of decision 001",
  "Merci !": "the table of decision 001",
  "Erreur : ": "PE-3: how titles of refused forms begin",
  "(ex: ": "the specification, section 5; other fields say it like the phone's",
};

/** Not sentences at all: a mark that parts or joins. */
const notSentences: Record<string, string> = {
  "-0.6492 ; Name": "the same, as operators read it",
};

const excused = [...Object.keys(toTheLetter), ...Object.keys(notSentences)];

/** The texts of a source, with {} for what varies, and whether they are certainly read. */
function textsOf(name: string, source: string): { text: string; isRead: boolean }[] {
  const found: { text: string; isRead: boolean }[] = [];
  const kind = name.endsWith(".tsx")
    ? ts.ScriptKind.TSX
    : name.endsWith(".json")
      ? ts.ScriptKind.JSON
      : ts.ScriptKind.TS;
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) found.push({ text: decoded(node.text), isRead: false });
    if (ts.isTemplateExpression(node))
      found.push({
        text: [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}"),
        isRead: false,
      });
    if (ts.isJsxElement(node) || ts.isJsxFragment(node))
      found.push({ text: node.children.map(childText).join(""), isRead: true });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, false, kind));
  return found;
}

function childText(child: ts.JsxChild): string {
  // As JSX reads it: line ends and what indents the next line are not text.
  if (ts.isJsxText(child)) return decoded(child.text.replace(/^\s*\n\s*|\s*\n\s*$/g, "").replace(/\s*\n\s*/g, " "));
  if (!ts.isJsxExpression(child)) return "{}";
  if (!child.expression) return "";
  return ts.isStringLiteralLike(child.expression) ? child.expression.text : "{}";
}

const decoded = (text: string) => text.replaceAll("&nbsp;", "\u00a0").replaceAll("&#8239;", "\u202f");

/** A space that can break: a plain one, or in text that is surely French none at all. */
function breaks({ text, isRead }: { text: string; isRead: boolean }): boolean {
  let ours = text;
  for (const sentence of excused) ours = ours.replaceAll(sentence, "");
  if (/[ \n][:;!?»](?![\w:.{<(/])|«[^\u00a0\u202f]|[^\u00a0\u202f]»/.test(ours)) return true;
  const isFrench = isRead || /[àâçéèêëîïôùûœ]/i.test(ours);
  return isFrench && /[\p{L}\p{N})}"'»][:;!?](?=\s|$)/u.test(ours);
}

/** A mark that ends a sentence stands close to its word, in every language. */
const hasCloseMark = ({ text }: { text: string }) => /[\p{L}}][!?](?=[\s"»]|$)/u.test(text);

/** No-break spaces written otherwise than as `&nbsp;` in JSX text and as an escape in strings. */
function otherSpaces(name: string, source: string): string[] {
  const found = [...source.matchAll(/[\u00a0\u202f]|\\xa0|\\u00A0|\\u202F|&#(?:160|8239|xa0|x202f);/gi)]
    .map(([space]) => space)
    .filter((space) => space !== "\\u00a0" && space !== "\\u202f");
  const visit = (node: ts.Node) => {
    const isText = ts.isJsxText(node) && /\\u/.test(node.text);
    const isExpression =
      ts.isJsxExpression(node) &&
      (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) &&
      node.expression !== undefined &&
      ts.isStringLiteralLike(node.expression) &&
      node.expression.text.includes("\u00a0");
    const isEntity = ts.isStringLiteralLike(node) && node.getText().includes("&nbsp;");
    if (isText || isExpression || isEntity) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  const kind = name.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind));
  return found;
}

/** Text that is not a sentence, and contains one of the marks below. */
const ownLanguage: Record<string, string> = {
  'text collate "C"': "SQL",
  '{"message", "errors"}': "JSON, as the API's page shows it",
};

const rules: Record<string, RegExp> = {
  "an hour is '24 h', with a space that does not break": /(?<![\w.])\d{1,2} ?h\b(?!-|\.\d)/,
  "an ordinal is '7ᵉ'": /(?<![#\w])\d+(?:e|ème|eme)\b/,
  "a reduction is '−24 %', with a minus and a space that does not break":
    /[-−](?:\d+|\{\})[ ]?%|-(?:\d+|\{\})[\u00a0\u202f]%/,
  "a number stays on the line of its 'n°'": /n° (?=\{\}|$)/,
  "an apostrophe is the one of the keyboard": /[’‘]/,
  "a quotation stands in « »": /[“”]|(?<=^|[ (])"\p{L}/u,
};

const all = sources.flatMap((name) =>
  textsOf(name, readFileSync(join(app, name), "utf8")).map((text) => ({ name, ...text })),
);

describe("French typography", () => {
  it("breaks no line before a mark in any text of the shop", () => {
    expect(all.length).toBeGreaterThan(3000);
    expect(all.filter(breaks).map(({ name, text }) => `${name}: ${text.trim()}`)).toEqual([]);
  });

  it("leaves no word and its mark without a space, to the letter of whatever text", () => {
    expect(all.filter(hasCloseMark).map(({ name, text }) => `${name}: ${text.trim()}`)).toEqual([]);
  });

  it("writes a space that does not break in one way in strings, and in one way in the text of JSX", () => {
    const code = sources.filter((name) => !name.endsWith(".json"));
    const others = code.flatMap((name) =>
      otherSpaces(name, readFileSync(join(app, name), "utf8")).map((item) => `${name}: ${item}`),
    );
    expect(others).toEqual([]);
  });

  it.each([
    ['const a = "Adresse\\u00a0:";', 0],
    ['const a = "Adresse\\u00A0:";', 1],
    ['const a = "Adresse\\xa0:";', 1],
    ['const a = "Adresse\u00a0:";', 1],
    ['const a = "Adresse&nbsp;:";', 1],
    ["const a = <p>Adresse&nbsp;: {c}</p>;", 0],
    ["const a = <p>Adresse&#8239;: {c}</p>;", 1],
    ['const a = <p>Adresse{"\\u00a0"}: {c}</p>;', 1],
    [`const a = <p>{\`Adresse\\u00a0: \${c}\`}</p>;`, 0],
    ['const a = <svg aria-label={"Carte\\u00a0: six"} />;', 0],
  ])("finds no other way in %s: %i", (source, others) => {
    expect(otherSpaces("a.tsx", source)).toHaveLength(others);
  });

  it.each(Object.entries(rules))("%s", (_, wrong) => {
    const found = all.filter(({ text }) => text.length > 1 && wrong.test(text) && !(text in ownLanguage));
    expect(found.map(({ name, text }) => `${name}: ${text.trim()}`)).toEqual([]);
  });

  it.each([
    ["Nous vous appelons dans les 24h", "24\u00a0h"],
    ["de 9 h à 18 h", "de 9\u00a0h à 18\u00a0h"],
    ["la 7e offerte", "la 7ᵉ offerte"],
    ["la 7ème offerte", "la 7ᵉ offerte"],
    ["-{}%", "−{}\u00a0%"],
    ["−24 %", "−24\u00a0%"],
    ["L’adresse", "L'adresse"],
    ['Dites "oui"', "Dites «\u00a0oui\u00a0»"],
    ["Dites “oui”.", "Dites «\u00a0oui\u00a0»."],
  ])("takes %s for wrong, and %s for right", (wrong, right) => {
    const fails = (text: string) => Object.values(rules).some((rule) => rule.test(text));
    expect([fails(wrong), fails(right)]).toEqual([true, false]);
  });

  it.each([
    ["Produit ajouté au panier avec succès!", true],
    ["Merci!", true],
    ["Merci\u00a0!", false],
    ["Merci !", false],
    ["!important", false],
    ["/search?q=", false],
  ])("takes the mark of %s for one without its space: %s", (text, isWrong) => {
    expect(hasCloseMark({ text })).toBe(isWrong);
  });

  it.each(excused)("does not excuse what nobody says any more: %s", (sentence) => {
    expect(all.some(({ text }) => text.includes(sentence))).toBe(true);
  });

  it.each([
    ['const a = "Rupture de stock : retirez-le";', 1],
    ['const a = "Rupture de stock\\u00a0: retirez-le";', 0],
    ['const a = "Le prix a changé: voilà";', 1],
    [`const a = \`Le prix a changé : \${b}\`;`, 1],
    [`const a = \`\${b} ! Encore\`;`, 1],
    [`const a = \`Plus que \${b} en stock ! Réduisez.\`;`, 0],
    ['const a = "Dites « oui »";', 1],
    ['const a = "Dites «oui»";', 1],
    ['const a = "Dites «\\u00a0oui\\u00a0»";', 0],
    ["const a = <p>{b} : {c}</p>;", 1],
    ["const a = <p>{b}: {c}</p>;", 1],
    ['const a = <p>{b}{"\\u00a0"}: {c}</p>;', 0],
    ["const a = <p>\n  Sans compte\n  {b} ?\n</p>;", 1],
    ["const a = <p>Adresse&nbsp;: {c}</p>;", 0],
    ['const a = <svg aria-label="Carte : six cases" />;', 1],
    ['const a = "text/html; charset=utf-8";', 0],
  ])("is found: %s", (source, wrong) => {
    expect(textsOf("a.tsx", source).filter(breaks)).toHaveLength(wrong);
  });
});
