import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** docs/decisions has a page for each decision, an index, and numbers that others cite. */

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const names = readdirSync(join(root, "docs/decisions"));
const pages = names.filter((name) => name !== "README.md");
const numbers = pages.map((name) => name.slice(0, 3));

const HEADINGS = ["## Context", "## Decision", "## Consequences"];

/** The faults of a page. */
function faultOf(text: string): string | undefined {
  const [title = "", ...rest] = text.split("\n").filter((line) => line.startsWith("#"));
  if (!/^# \S/.test(title)) return "begins with no title";
  if (rest.join() !== HEADINGS.join()) return `has the headings ${rest.join(", ")}`;
  const sections = text.split(/^## .*$/m).slice(1);
  return sections.some((section) => section.trim() === "") ? "has an empty section" : undefined;
}

/** The files that a text links to in its own folder, each as often as it does. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file).filter((file) => !file.startsWith("../"));

const FOLDERS = ["app", "tests", "docs", "tools"];
const isText = (name: string) => /\.(ts|tsx|js|mjs|css|md|conf)$/.test(name);
const citing = [
  "README.md",
  ...FOLDERS.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
  ).filter(isText),
];

const NUMBER = String.raw`B?\d+\b`;
const CITATION = new RegExp(String.raw`\bdecisions?(?:\s|\*|//)+(${NUMBER}(?:(?:, | and | to )${NUMBER})*)`, "gi");

/** Anything after the word counts, so that malformed numbers are found too. */
const citedIn = (text: string) => [...text.matchAll(CITATION)].flatMap(([, list = ""]) => list.split(/, | and | to /));

describe("docs/decisions", () => {
  it("has pages with a number of three digits each, and a name in kebab-case", () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((name) => !/^\d{3}(-[a-z0-9]+)+\.md$/.test(name))).toEqual([]);
    expect(new Set(numbers).size).toBe(pages.length);
  });

  it.each(pages)("%s has a title, and context, decision and consequences", (page) => {
    expect(faultOf(read(`docs/decisions/${page}`))).toBeUndefined();
  });

  it("has every page in the index exactly once, under its number and title, and nothing else", () => {
    const index = read("docs/decisions/README.md").replace(/\s+/g, " ");
    expect(linksOf(index).sort()).toEqual([...pages].sort());
    const headed = (page: string) => `[${page.slice(0, 3)} ${/^# (.+)$/m.exec(read(`docs/decisions/${page}`))?.[1]}]`;
    expect(pages.filter((page) => !index.includes(`${headed(page)}(${page})`))).toEqual([]);
  });

  it("has a page for every decision that is cited", () => {
    const cited = citing.flatMap((file) => citedIn(read(file)).map((number) => `${number} in ${file}`));
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter((citation) => !numbers.includes(citation.split(" ")[0] ?? ""))).toEqual([]);
  });
});

describe("the checks of pages and citations", () => {
  it.each([
    ["# Title\n\n## Context\n\na\n\n## Decision\n\nb\n\n## Consequences\n\nc\n", undefined],
    ["## Context\n\na\n\n## Decision\n\nb\n\n## Consequences\n\nc\n", "begins with no title"],
    ["# Title\n\n## Context\n\na\n\n## Decision\n\nb\n", "has the headings ## Context, ## Decision"],
    ["# Title\n\n## Context\n\n## Decision\n\nb\n\n## Consequences\n\nc\n", "has an empty section"],
  ])("check %j", (text, expected) => {
    expect(faultOf(text)).toBe(expected);
  });

  it.each([
    [" 012", ["012"]],
    ["s 012, 013 and 014", ["012", "013", "014"]],
    [" 26", ["26"]],
    [" B33)", ["B33"]],
    ["\n * 012", ["012"]],
    ["s of two", []],
  ])("read the citation %j", (rest, expected) => {
    expect(citedIn(["decision", rest].join(""))).toEqual(expected);
  });
});
