import type { Picture } from "~/domain/catalogue";
import type { Order } from "~/domain/order";

const day = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Africa/Algiers" });
/** Pictures that are shown; the others are counted. */
const SHOWN = 3;

/** An order as a list shows it. */
export function listedOrder({ number, createdAt, total, status, lines }: Order) {
  const pictures = lines.flatMap(({ picture }) => (picture ? [picture] : []));
  const different = [...new Map(pictures.map((picture): [string, Picture] => [picture.src, picture])).values()];
  return {
    number,
    placedAt: day.format(createdAt),
    total,
    status,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    pictures: different.slice(0, SHOWN),
    more: Math.max(0, different.length - SHOWN),
  };
}

export type ListedOrder = ReturnType<typeof listedOrder>;
