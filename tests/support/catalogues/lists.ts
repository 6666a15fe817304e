/** Lists of products as other shops write them: columns from what their rows have. */

export type Cells = Readonly<Record<string, string>>;

const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;

export function csv(rows: readonly Cells[], columns = columnsOf(rows), sign = ","): string {
  return [
    columns.map(quoted).join(sign),
    ...rows.map((row) => columns.map((column) => quoted(row[column] ?? "")).join(sign)),
  ].join("\r\n");
}

const columnsOf = (rows: readonly Cells[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Variants of one product: the first line also has the product's cells. */
export function shopifyRows(product: Cells & { Handle: string }, variants: readonly Cells[]): Cells[] {
  const needed = { Title: product.Handle, "Variant Price": "4500", "Variant Inventory Qty": "2" };
  return variants.map((variant, index) => ({
    ...needed,
    ...(index === 0 ? { ...product } : { Handle: product.Handle, Title: "" }),
    ...variant,
  }));
}

/** Variants that differ in options: `[["Couleur", "Noir"], ["Pointure", "40"]]` each. */
export const shopifyOptions = (...options: (readonly (readonly [name: string, value: string])[])[]): Cells[] =>
  options.map((choice) =>
    Object.fromEntries(
      choice.flatMap(([name, value], index) => [
        [`Option${index + 1} Name`, name],
        [`Option${index + 1} Value`, value],
      ]),
    ),
  );
