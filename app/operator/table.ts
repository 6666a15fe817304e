/** Text for a terminal of 80 columns. */

export const WIDTH = 80;

export interface Column {
  title: string;
  /** The most that it takes. */
  width: number;
  align?: "end";
}

const length = (text: string) => [...text].length;

/** One line, cut where it is too long; what a stranger typed moves no cursor and rings no bell. */
export function cell(text: string, width: number, align?: "end"): string {
  const line = oneLine(text);
  const cut = length(line) > width ? `${[...line].slice(0, width - 1).join("")}…` : line;
  const space = " ".repeat(width - length(cut));
  return align === "end" ? space + cut : cut + space;
}

export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();

/** Columns as wide as they have to be, two spaces apart. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title, width }, index) =>
    Math.min(width, Math.max(length(title), ...rows.map((row) => length(oneLine(row[index] ?? ""))))),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => cell(cells[index] ?? "", widths[index] ?? 0, align))
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join("\n");
}

/** Words over as many lines as they need; all but the first begin at `indent`. */
export function wrapped(text: string, indent = 0, width = WIDTH): string {
  const lines: string[] = [];
  // Spaces in front stay: they are words of no letters.
  let [line = "", ...words] = text.split(" ");
  for (const word of words) {
    const room = width - (lines.length > 0 ? indent : 0);
    if (line.trim() !== "" && length(line) + 1 + length(word) > room) {
      lines.push(line);
      line = word;
    } else line = `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one, index) => (index > 0 ? " ".repeat(indent) + one : one)).join("\n");
}
