import type { Picture } from "~/domain/catalogue/catalogue";
import { pairsOf } from "~/domain/order/cart";
import type { Order } from "~/domain/order/order";
import { formatDate } from "~/domain/values/dates";
import type { UnsettledOrder } from "~/shop/services/orders";

/** Pictures that are shown; the others are counted. */
const SHOWN = 3;

export function listedOrder({ number, createdAt, total, status, lines }: Order) {
  const pictures = lines.flatMap(({ picture }) => (picture ? [picture] : []));
  const different = [...new Map(pictures.map((picture): [string, Picture] => [picture.src, picture])).values()];
  return {
    number,
    placedAt: formatDate(createdAt),
    total,
    status,
    count: pairsOf(lines),
    pictures: different.slice(0, SHOWN),
    more: Math.max(0, different.length - SHOWN),
  };
}

/** One of which an API has said nothing. */
export const listedUnsettled = ({ reference, order }: UnsettledOrder) => ({ reference, total: order.total });

export type OrderCard = ReturnType<typeof listedOrder>;
