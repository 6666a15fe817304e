import { CsvError, parse } from "csv-parse/sync";
import { clean } from "~/domain/clean-text";
import { plainWords } from "~/domain/plain-text";

/** Reads CSV into rows that know their line. Pure. */

export interface Row {
  /** Of the file, from 1, where the row begins. */
  line: number;
  /** The first of these columns, by name as `plainWords` gives it, that is not empty. */
  value(...columns: readonly string[]): string;
}

export interface Table {
  /** As `plainWords` gives them. */
  columns: string[];
  rows: Row[];
}

/** No shop's catalogue has more. */
const MAX_ROWS = 100_000;

/**
 * @param bytes UTF-8, UTF-16 with a byte order mark, or Windows-1252
 * @throws Error in French when it is no table
 */
export function readTable(bytes: Uint8Array): Table {
  // As what shoppers type. One kind of line end, so that lines are counted as an editor does.
  const text = clean(decode(bytes).replace(/^\ufeff/, ""));
  const delimiter = delimiterOf(text);
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 2_000_000,
      to: MAX_ROWS + 2,
    }) as unknown as typeof records;
  } catch (error) {
    const line = error instanceof CsvError ? ` (ligne ${Number(error.lines) || "?"})` : "";
    throw new Error(`Le fichier n'est pas un tableau CSV lisible${line}.`);
  }
  if (records.length > MAX_ROWS + 1) throw new Error(`Le fichier a plus de ${MAX_ROWS} lignes.`);
  const [head, ...rest] = records;
  const columns = (head?.record ?? []).map(plainWords);
  // `info.lines` is the line where a record ends.
  let before = head?.info.lines ?? 1;
  const rows: Row[] = [];
  for (const { record, info } of rest) {
    const line = before + 1;
    before = info.lines;
    if (record.every((cell) => cell.trim() === "")) continue;
    const cells = new Map<string, string>();
    for (const [index, column] of columns.entries())
      if (!cells.get(column)) cells.set(column, record[index]?.trim() ?? "");
    rows.push({
      line,
      value: (...names) => {
        for (const name of names) {
          const cell = cells.get(name);
          if (cell) return cell;
        }
        return "";
      },
    });
  }
  return { columns, rows };
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The most frequent separator in the head; French spreadsheets write semicolons. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 20_000).split("\n", 1)[0] ?? "";
  const bare = head.replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.sign ?? ",";
}
