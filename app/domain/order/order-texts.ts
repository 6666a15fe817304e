import { pieces, variantWords } from "../catalogue/size";
import { slugOf } from "../catalogue/slug";
import { counted } from "../values/plural";
import { pairsOf } from "./cart";
import { type Order, type OrderLine, type OrderStatus, orderStatuses, statusLabels } from "./order";

/** How pages, mails, files and commands write what an order says. */

type OrderRecipient = Order["recipient"];

export const nameOf = ({ firstName, lastName }: Pick<OrderRecipient, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

export const wilayaWords = (id: number, name: string): string => `${String(id).padStart(2, "0")} ${name}`;

export const pickupPointWords = ({ pickupPointName, pickupPointAddress }: OrderRecipient): string =>
  [pickupPointName, pickupPointAddress].filter(Boolean).join(", ");

export const lineWords = (line: Omit<OrderLine, "price">): string =>
  `${line.quantity} × ${line.name}, ${variantWords(line)}`;

/** "2 paires"; "3 articles" where not all of them are shoes. */
export const piecesWords = (lines: Order["lines"]): string =>
  pieces(
    pairsOf(lines),
    lines.some(({ sizeLabel }) => sizeLabel !== undefined),
  );

/** Of an order that is pending while its pairs are still in stock. */
export const TO_RESERVE = "À réserver";
export const isToReserve = ({ status, reserved }: Pick<Order, "status" | "reserved">): boolean =>
  status === "pending" && !reserved;
export const stateWords = (order: Pick<Order, "status" | "reserved">): string =>
  isToReserve(order) ? TO_RESERVE : statusLabels[order.status];

/** "en-attente", "En attente", "Confirmé" or "pending", as staff and other shops write it. */
export function statusNamed(written: string): OrderStatus | undefined {
  const name = slugOf(written).replace(/^canceled$/, "cancelled");
  return orderStatuses.find((status) =>
    [status, slugOf(statusLabels[status])].some((known) => [name, `${name}e`].includes(known)),
  );
}

/** @param line one that the stock cannot cover */
export const missingWords = ({ line, stock }: { line: OrderLine; stock: number }): string =>
  `${line.name}, ${variantWords(line)} ${shortWords(line.quantity, stock)}`;

export const shortWords = (wanted: number, stock: number): string =>
  `(${counted(wanted, "demandée")}, ${counted(stock, "disponible")})`;
