import type { LoaderFunctionArgs } from "@remix-run/node";
import { type OrderListQuery, orderFilterOf, readOrderListQuery } from "~/domain/office/order-filter";
import { csvHead, csvRow } from "~/domain/office/orders-csv";
import { algerianDay } from "~/domain/values/dates";
import type { RouteHandle } from "~/route-handle";
import { requireProof } from "~/session/staff.server";
import { getOffice } from "~/shop/shop.server";

/** The orders that the list shows with the same address, as a file for a spreadsheet. */

export const handle = { office: { see: "exports" } } satisfies RouteHandle;

/** Orders that are in memory at once. */
const BATCH = 500;

export async function loader({ request }: LoaderFunctionArgs) {
  const { by } = await requireProof(request, "exports");
  const { apres: _, ...query } = readOrderListQuery(new URL(request.url).searchParams);
  const office = await getOffice();
  await office.noteExport(filterWords(query), by);
  const filter = orderFilterOf(query);
  const encoder = new TextEncoder();
  let after: string | undefined;
  // The next orders are read when the browser has taken the ones before.
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead())),
    async pull(controller) {
      do {
        const { orders, next } = await office.listOrders(filter, { after, size: BATCH });
        after = next;
        if (orders.length > 0) {
          controller.enqueue(encoder.encode(orders.map(csvRow).join("")));
          break;
        }
      } while (after !== undefined);
      if (after === undefined) controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="commandes-${algerianDay(new Date())}.csv"`,
      // As it is: it may be longer than memory.
      "Content-Encoding": "identity",
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** The journal is never edited, so it keeps no name and no phone that somebody looked for. */
const filterWords = ({ q, ...query }: Omit<OrderListQuery, "apres">): string =>
  [
    ...(q === undefined ? [] : ["recherche"]),
    ...Object.entries(query).flatMap(([name, value]) => (value ? [`${name}\u00a0: ${value}`] : [])),
  ].join(", ") || "toutes";
