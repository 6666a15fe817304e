import { CsvError, parse } from "csv-parse/sync";
import { clean } from "~/domain/values/clean-text";
import { foldedWords } from "~/domain/values/plain-text";
import { decode } from "./decode";

/** Reads CSV into rows that know their line, and which of their cells were asked for. Pure. */

export interface Row {
  /** Of the file, from 1, where the row begins. */
  line: number;
  /** The first of these columns, by name as `columnName` gives it, that is not empty. */
  value(...columns: readonly string[]): string;
}

export interface Column {
  /** As the file has it. */
  title: string;
  /** As `columnName` gives it, or the name of what was recognised in it. */
  name: string;
}

export interface Table {
  columns: Column[];
  rows: Row[];
  /** A cell, whether or not it is asked for. */
  cell(row: number, column: number): string;
  /** The same cells under other names. */
  named(names: readonly string[]): Table;
  /** Tells the cells that are not empty, and that nobody asked for. */
  unread(tell: (cell: Column & { line: number; value: string }) => void): void;
}

/** No shop's catalogue has more. */
const MAX_ROWS = 200_000;

/** "Catégories" as `categories`, "السعر العادي" in one spelling. */
export const columnName = (title: string): string => foldedWords(title).join(" ");

/**
 * @param bytes as `decode` reads them
 * @throws Error in French when it is no table, or in letters that nobody knows
 */
export function readTable(bytes: Uint8Array): Table {
  // As what shoppers type. One kind of line end, so that lines are counted as an editor does.
  const text = clean(decode(bytes).replace(/^\ufeff/, ""));
  // Excel's own first line, before the head: "sep=;".
  const [, separator] = /^"?sep=(.)"?\n/i.exec(text) ?? [];
  const lines: number[] = [];
  const cells: string[][] = [];
  let titles: string[] | undefined;
  // The line where the record before this one ends.
  let before = separator === undefined ? 0 : 1;
  // Most cells of a list are those of another line: each text is kept once.
  const texts = new Map<string, string>();
  const shared = (cell: string) => {
    // Exports write an apostrophe before a sign that a spreadsheet would calculate with.
    const text = cell.trim().replace(/^'(?=[=+@-])/, "");
    const earlier = texts.get(text);
    if (earlier === undefined) texts.set(text, text);
    return earlier ?? text;
  };
  const take = (record: string[], end: number) => {
    const line = before + 1;
    before = end;
    const row = record.map(shared);
    if (row.every((cell) => cell === "")) return;
    if (!titles) titles = row;
    else {
      lines.push(line);
      cells.push(row);
    }
  };
  try {
    parse(text, {
      delimiter: separator ?? delimiterOf(text),
      from_line: before + 1,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 2_000_000,
      to: MAX_ROWS + 2,
      // Nothing is returned, so that a long list is not held twice.
      on_record: (record: string[], context: { lines: number }) => {
        take(record, context.lines);
        return null;
      },
    });
  } catch (error) {
    const line = error instanceof CsvError ? ` (ligne ${before + 1}\u00a0: guillemet non fermé\u00a0?)` : "";
    throw new Error(`Le fichier n'est pas un tableau CSV lisible${line}.`);
  }
  if (cells.length > MAX_ROWS) throw new Error(`Le fichier a plus de ${MAX_ROWS} lignes.`);
  const head = [...(titles ?? [])];
  const width = cells.reduce((most, row) => Math.max(most, row.length), head.length);
  while (head.length < width) head.push("");
  return tableOf(
    head.map((title) => ({ title, name: columnName(title) })),
    lines,
    cells,
  );
}

function tableOf(columns: Column[], lines: readonly number[], cells: readonly string[][]): Table {
  const asked = new Uint8Array(cells.length * columns.length);
  const places = new Map<string, number[]>();
  for (const [index, { name }] of columns.entries()) if (name) places.set(name, [...(places.get(name) ?? []), index]);
  const rows = cells.map(
    (row, number): Row => ({
      line: lines[number] ?? 0,
      value: (...names) => {
        for (const name of names)
          for (const index of places.get(name) ?? []) {
            const cell = row[index];
            if (!cell) continue;
            asked[number * columns.length + index] = 1;
            return cell;
          }
        return "";
      },
    }),
  );
  return {
    columns,
    rows,
    cell: (row, column) => cells[row]?.[column] ?? "",
    named: (names) =>
      tableOf(
        columns.map(({ title, name }, index) => ({ title, name: names[index] ?? name })),
        lines,
        cells,
      ),
    unread: (tell) => {
      for (const [index, column] of columns.entries()) {
        const isAsked = (number: number) => asked[number * columns.length + index] === 1;
        // What a list repeats on each line of a product was asked for once.
        const values = new Set<string | undefined>();
        for (const [number, row] of cells.entries()) if (isAsked(number)) values.add(row[index]);
        for (const [number, row] of cells.entries()) {
          const value = row[index];
          if (value && !values.has(value)) tell({ ...column, line: lines[number] ?? 0, value });
        }
      }
    },
  };
}

/** The most frequent separator in the head; French spreadsheets write semicolons. */
function delimiterOf(text: string): string {
  const head = /^.*[^\s",;].*/m.exec(text.slice(0, 20_000))?.[0] ?? "";
  const bare = head.replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ",";
}
