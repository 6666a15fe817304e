import { pairsOf } from "../order/cart";
import { channelLabels, type OrderChannel } from "../order/channel";
import { type Order, type OrderStep, statusLabels } from "../order/order";
import { lineWords, stateWords, wilayaWords } from "../order/order-texts";
import { formatFigures } from "../values/dates";
import { formatPhone } from "../values/phone";

/** Orders for a French spreadsheet, where nothing that a shopper typed may become a formula. */

/** Signs that begin a formula, also in full width, and what spreadsheets skip before them. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\ufe63\u2212\uff20\ufe6b\ufe62]|^[\t\r\n]/u;

/** Spreadsheets drop the first zeros of a reference, and of a long one nearly all digits. */
const LONG_NUMBER = /^(?:0\d+|\d{12,})$/;

/** Of a reference like 7-41 they make a date, and of 12E4 a power of ten; 2345-6789 is an order. */
const READ_OTHERWISE = /^(?!\d{4}-\d{4}$)(?:\d{1,4}(?:[-/.]\d{1,4}){1,2}|\d+E[+-]?\d+)$/i;

const changing = [FORMULA, LONG_NUMBER, READ_OTHERWISE];

export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = changing.some((signs) => signs.test(value)) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}

export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(";")}\r\n`;

/** The first line of a file, with the mark that has spreadsheets read UTF-8. */
export const csvTitles = (titles: readonly string[]): string => `\ufeff${csvLine(titles)}`;

interface ExportedOrder {
  order: Order;
  /** Undefined for the shop's own pages and the API. */
  channel: OrderChannel | undefined;
  /** What the shop calls the variants of its lines, by their ids. */
  references: ReadonlyMap<string, string>;
  /** The parcel's number at the courier, once it has one. */
  tracking: string | undefined;
  steps: readonly OrderStep[];
}

type Column = [title: string, value: (of: ExportedOrder) => string | number];

const columns: readonly Column[] = [
  ["Numéro", ({ order }) => order.number],
  ["Date", ({ order }) => formatFigures(order.createdAt)],
  ["Statut", ({ order }) => stateWords(order)],
  ["Nom", ({ order }) => order.recipient.lastName],
  ["Prénom", ({ order }) => order.recipient.firstName],
  // Its spaces keep it a text: a number would lose its zero.
  ["Téléphone", ({ order: { recipient } }) => recipient.phone && formatPhone(recipient.phone).replace(/\u00a0/g, " ")],
  ["Wilaya", ({ order: { recipient } }) => wilayaWords(recipient.wilayaId, recipient.wilayaName)],
  ["Commune", ({ order }) => order.recipient.communeName],
  ["Livraison", ({ order }) => (order.recipient.mode === "pickup" ? "Point relais" : "À domicile")],
  ["Point relais", ({ order }) => order.recipient.pickupPointName ?? ""],
  ["Adresse", ({ order }) => order.recipient.address],
  ["Remarque", ({ order }) => order.recipient.notes],
  ["Articles", ({ order }) => order.lines.map(lineWords).join("\n")],
  ["Quantité", ({ order }) => pairsOf(order.lines)],
  ["Sous-total (DA)", ({ order }) => order.subtotal],
  ["Remise fidélité (DA)", ({ order }) => order.reward],
  ["Frais de livraison (DA)", ({ order }) => order.fees.totalFee],
  ["Total (DA)", ({ order }) => order.total],
  // As the link said it (utm_source, utm_medium, utm_campaign).
  ["Source", ({ order }) => order.provenance?.source ?? ""],
  ["Support", ({ order }) => order.provenance?.medium ?? ""],
  ["Campagne", ({ order }) => order.provenance?.campaign ?? ""],
  ["Venu de", ({ order }) => order.provenance?.site ?? ""],
  // New ones stand at the end, so that older columns stay where they are.
  ["Canal", ({ channel }) => (channel ? channelLabels[channel] : "Boutique en ligne")],
  ["Numéro du colis", ({ tracking }) => tracking ?? ""],
  // In the lines of 'Articles'.
  [
    "Références",
    ({ order, references }) => order.lines.map((line) => references.get(line.variantId) ?? "inconnue").join("\n"),
  ],
  // What the courier has delivered or brought back in some days is what it settles.
  ...(["confirmed", "shipped", "delivered", "returned"] as const).map(
    (status): Column => [
      `${statusLabels[status]} le`,
      ({ steps }) => {
        const step = steps.find((step) => step.status === status);
        return step ? formatFigures(step.at) : "";
      },
    ],
  ),
];

export const csvHead = (): string => csvTitles(columns.map(([title]) => title));

export const csvRow = (exported: ExportedOrder): string => csvLine(columns.map(([, value]) => value(exported)));
