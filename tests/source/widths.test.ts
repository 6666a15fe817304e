import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const CODE = 120;
const COMMENT = 100;
const COMMENT_LINES = 3;
const FILE_LINES = 350;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => existsSync(join(root, file)));
const source = files.filter((file) => /\.(tsx?|mjs|js)$/.test(file) && !file.startsWith("public/"));
/** Licences are quoted as they are; the transcript of the screen reader is one utterance a line. */
const prose = files.filter((file) => /\.md$/.test(file) && !/NOTICE\.md$|screen-reader(-office)?\.md$/.test(file));

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** A text with the contents of its string, template and regex literals left out: they are data. */
function withoutLiterals(file: string, text: string): string {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const cuts: [start: number, end: number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateExpression(node))
      cuts.push([node.getStart(tree) + 1, node.getEnd() - 1]);
    else node.forEachChild(visit);
  };
  visit(tree);
  return cuts.reduceRight(
    (rest, [start, end]) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, "") + rest.slice(end),
    text,
  );
}

const tooWide = (file: string, text: string, most: number, isCounted: (line: string) => boolean) =>
  text
    .split("\n")
    .flatMap((line, index) => (line.length > most && isCounted(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line) && !/https?:\/\//.test(line);

describe("what is read is narrow and short enough to be read beside something else", () => {
  it(`code has at most ${CODE} columns, its texts aside`, () => {
    const wide = source.flatMap((file) => {
      const text = textOf(file);
      return tooWide(file, text, CODE, () => true).length === 0
        ? []
        : tooWide(file, withoutLiterals(file, text), CODE, () => true);
    });
    expect(wide).toEqual([]);
  });

  it(`comments have at most ${COMMENT} columns`, () => {
    expect(source.flatMap((file) => tooWide(file, textOf(file), COMMENT, isComment))).toEqual([]);
  });

  it(`comments have at most ${COMMENT_LINES} lines, tags aside`, () => {
    const long = source.flatMap((file) =>
      [...textOf(file).matchAll(/^[ \t]*\/\*\*?\n?([\s\S]*?)\*\//gm)]
        .filter(([, body]) => {
          const [sentences = ""] = (body ?? "").split(/^\s*\* @/m);
          return sentences.split("\n").filter((line) => /[^\s*]/.test(line)).length > COMMENT_LINES;
        })
        .map(([comment]) => `${file}: ${comment}`),
    );
    expect(long).toEqual([]);
  });

  it(`files of app/ have at most ${FILE_LINES} lines`, () => {
    const code = files.filter((file) => /^app\/.*\.(tsx?|js|css)$/.test(file));
    const long = code.filter((file) => textOf(file).split("\n").length - 1 > FILE_LINES);
    expect(code.length).toBeGreaterThan(500);
    expect(long).toEqual([]);
  });

  it(`documents have at most ${CODE} columns, tables, code and addresses aside`, () => {
    const wide = prose.flatMap((file) => {
      const text = textOf(file).replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""));
      return tooWide(file, text, CODE, (line) => !line.startsWith("|") && !/https?:\/\//.test(line));
    });
    expect(wide).toEqual([]);
  });
});
