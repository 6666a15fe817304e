import type { ReactNode } from "react";

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts, at the end of their cell. */
  isNumber?: boolean;
  /** It says what the row is about: the row's heading, and on a phone the card's first line. */
  isHeading?: boolean;
}

/**
 * A table that is a list of cards on a phone: the same markup, so that it stays a table.
 * @param caption says what is listed; it is read, not seen
 */
export function CardTable<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** More of a row: the class of its state, or that a key selected it. */
  rowProps?: (row: Row) => { className?: string; "aria-current"?: "true"; id?: string };
}) {
  const { caption, columns, rows, keyOf, rowProps } = props;
  return (
    <table className="card-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th key={label} scope="col" className={isNumber ? "text-end" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ label, cell, isNumber, isHeading }) => {
              const Cell = isHeading ? "th" : "td";
              return (
                <Cell
                  key={label}
                  scope={isHeading ? "row" : undefined}
                  data-label={isHeading ? undefined : label}
                  className={isNumber ? "text-end tabular-nums" : undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
