/** Text for a terminal of 80 columns. */

export const WIDTH = 80;

interface Column {
  title: string;
  /** Characters at most. */
  width: number;
  align?: "end";
}

const length = (text: string) => [...text].length;

/** One line of this width; control characters in typed text could move the cursor. */
function cell(text: string, width: number, align?: "end"): string {
  const line = printableLine(text);
  const cut = length(line) > width ? `${[...line].slice(0, width - 1).join("")}…` : line;
  const space = " ".repeat(width - length(cut));
  return align === "end" ? space + cut : cut + space;
}

/** Without characters that steer a terminal or turn its lines around. */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");

export const printableLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();

/** Columns as wide as their contents, two spaces apart. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title, width }, index) =>
    Math.min(width, Math.max(length(title), ...rows.map((row) => length(printableLine(row[index] ?? ""))))),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => cell(cells[index] ?? "", widths[index] ?? 0, align))
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join("\n");
}

/** Names and what they are of; without what is empty. */
export const rowsText = (rows: readonly (readonly [name: string, value: string])[]): string =>
  rows
    .flatMap(([name, value]) => (value ? [wrapped(`${name.padEnd(14)} ${printableLine(value)}`, 15)] : []))
    .join("\n");

/** Wraps words; all lines but the first are indented. */
export function wrapped(text: string, indent = 0): string {
  const lines: string[] = [];
  // Leading spaces stay, as empty words.
  let [line = "", ...words] = text.split(" ");
  for (const word of words) {
    const room = WIDTH - (lines.length > 0 ? indent : 0);
    if (line.trim() !== "" && length(line) + 1 + length(word) > room) {
      lines.push(line);
      line = word;
    } else line = `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((row, index) => (index > 0 ? " ".repeat(indent) + row : row)).join("\n");
}
