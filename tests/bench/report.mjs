import { cpus, loadavg } from "node:os";

/** Markdown for a terminal or a page. */

export const print = (text = "") => console.info(text);

/** @param {(string | number)[][]} rows with text in the first column, figures in the others */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? "").length)));
  const padded = (text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]));
  const line = (row) => `| ${row.map(padded).join(" | ")} |`;
  const dashes = widths.map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`));
  const rule = `|${dashes.join("|")}|`;
  print([line(cells[0]), rule, ...cells.slice(1).map(line), ""].join("\n"));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const whole = (value) => Math.round(value).toLocaleString("en-US");
export const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
/** Processor time; unknown where there is no /proc. */
export const cpuText = (value) => (Number.isNaN(value) ? "–" : `${value.toFixed(value < 0.1 ? 3 : 2)} ms`);
export const megabytes = (value) => (value === undefined ? "–" : `${whole(value / 1_000_000)} MB`);
export const times = (value) => `${value.toFixed(2)} ×`;
export const percent = (value) => `${(value * 100).toFixed(0)} %`;
export const verdict = (reached) => (reached ? "reached" : "**missed**");

/** Figures are worth little without their machine. */
export function machine() {
  const [processor, ...others] = cpus();
  print(
    `Node ${process.version}, ${others.length + 1} × ${processor?.model ?? "?"}, ` +
      `load average before: ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 16)}Z\n`,
  );
}
