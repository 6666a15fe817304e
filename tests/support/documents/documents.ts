import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads tables in docs/ that name tests, and finds these tests. */

const root = join(import.meta.dirname, "../../..");

export interface Row {
  line: number;
  cells: string[];
}

/** The rows of all tables in a document, without headings. */
export function rowsOf(text: string): Row[] {
  const lines = text.split("\n").map((content) => content.trim());
  const isRule = (content: string | undefined) => content !== undefined && /^\|[\s:|-]+\|$/.test(content);
  return lines
    .map((content, index) => ({ line: index + 1, content, isHead: isRule(lines[index + 1]) }))
    .filter(({ content, isHead }) => content.startsWith("|") && !isHead && !isRule(content))
    .map(({ line, content }) => ({
      line,
      // An escaped bar is part of the text.
      cells: content
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    }));
}

const sources = new Map<string, string>();

/** The source of a file; undefined when there is none. */
export function sourceOf(file: string): string | undefined {
  const path = join(root, file);
  if (!sources.has(file) && existsSync(path)) sources.set(file, readFileSync(path, "utf8"));
  return sources.get(file);
}

/** The fault of a reference `tests/path.test.ts: name of a test`; undefined when it exists. */
export function testFault(reference: string): string | undefined {
  const [, file, name] = /^(tests\/[\w./-]+\.test\.tsx?): (.+)$/.exec(reference) ?? [];
  if (!file || !name) return `names no test: ${reference}`;
  const source = sourceOf(file);
  if (source === undefined) return `names a file that is not there: ${file}`;
  // Quotes inside a name are escaped in the source.
  return source.replaceAll('\\"', '"').includes(name) ? undefined : `names a test that is not in ${file}: ${name}`;
}
