import { type Order, statusLabels } from "~/domain/order";
import { formatPhone } from "~/domain/phone";
import { variantWords } from "~/domain/size";

/** Orders for a French spreadsheet, where nothing that a shopper typed may become a formula. */

/** Signs that begin a formula, also in full width, and what spreadsheets skip before them. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹫﹢]|^[\t\r\n]/u;

export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}

const moment = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Africa/Algiers",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** "22/11/2026 14:05", in Oran. */
export const dateTime = (date: Date): string => moment.format(date).replace(",", "").replace(/\s+/g, " ");

const columns: [title: string, value: (order: Order) => string | number][] = [
  ["Numéro", ({ number }) => number],
  ["Date", ({ createdAt }) => dateTime(createdAt)],
  ["Statut", ({ status }) => statusLabels[status]],
  ["Nom", ({ recipient }) => recipient.lastName],
  ["Prénom", ({ recipient }) => recipient.firstName],
  // Its spaces keep it a text: a number would lose its zero.
  ["Téléphone", ({ recipient }) => (recipient.phone ? formatPhone(recipient.phone).replace(/\u00a0/g, " ") : "")],
  ["Wilaya", ({ recipient }) => `${String(recipient.wilayaId).padStart(2, "0")} ${recipient.wilayaName}`],
  ["Commune", ({ recipient }) => recipient.communeName],
  ["Livraison", ({ recipient }) => (recipient.mode === "pickup" ? "Point relais" : "À domicile")],
  ["Point relais", ({ recipient }) => recipient.pickupPointName ?? ""],
  ["Adresse", ({ recipient }) => recipient.address],
  ["Remarque", ({ recipient }) => recipient.notes],
  ["Articles", ({ lines }) => lines.map(lineWords).join("\n")],
  ["Quantité", ({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0)],
  ["Sous-total (DA)", ({ subtotal }) => subtotal],
  ["Remise fidélité (DA)", ({ reward }) => reward],
  ["Frais de livraison (DA)", ({ fees }) => fees.totalFee],
  ["Total (DA)", ({ total }) => total],
];

const lineWords = (line: Order["lines"][number]) => `${line.quantity} × ${line.name}, ${variantWords(line)}`;

export const csvHead = (): string => `\ufeff${rowOf(columns.map(([title]) => title))}`;
export const csvRow = (order: Order): string => rowOf(columns.map(([, value]) => value(order)));

const rowOf = (cells: readonly (string | number)[]) => `${cells.map(csvCell).join(";")}\r\n`;
