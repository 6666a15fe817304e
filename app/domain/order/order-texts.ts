import { variantWords } from "../catalogue/size";
import type { Order, OrderLine } from "./order";

/** How pages, mails, files and commands write what an order says. */

type Recipient = Order["recipient"];

export const nameOf = ({ firstName, lastName }: Pick<Recipient, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

export const wilayaWords = (id: number, name: string): string => `${String(id).padStart(2, "0")} ${name}`;

export const pickupPointWords = ({ pickupPointName, pickupPointAddress }: Recipient): string =>
  [pickupPointName, pickupPointAddress].filter(Boolean).join(", ");

/** @param line one that the stock cannot cover */
export const missingWords = ({ line, stock }: { line: OrderLine; stock: number }): string =>
  `${line.name}, ${variantWords(line)}\u00a0: ${line.quantity} voulues, ${stock} en stock`;
