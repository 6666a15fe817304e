/** Lists of products as other shops write them: columns from what their rows have. */

export type Cells = Readonly<Record<string, string>>;

const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;

export const lineOf = (row: Cells, columns: readonly string[], sign = ",") =>
  columns.map((column) => quoted(row[column] ?? "")).join(sign);

export function csv(rows: readonly Cells[], columns = columnsOf(rows)): string {
  return [columns.map(quoted).join(","), ...rows.map((row) => lineOf(row, columns))].join("\r\n");
}

const columnsOf = (rows: readonly Cells[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];
