import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { readWithin } from "~/server/form.server";
import { MAX_WEBHOOK } from "~/server/refuse.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/**
 * What the courier tells by itself: statuses of parcels. It proves with a signature over the very bytes that it is the courier; nothing
 * of a visitor is read, and nothing is said but that it was heard.
 */

const answer = (status: number, words = "") =>
  new Response(words, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** The courier asks whether the address is ours before it uses it, and wants its own word back. */
export function loader({ request }: LoaderFunctionArgs) {
  const word = new URL(request.url).searchParams.get("crc_token") ?? "";
  return settings.yalidine && /^[\w.~+/=-]{1,200}$/.test(word) ? answer(200, word) : answer(404);
}

const statuses = { heard: 200, forged: 401, unreadable: 400, closed: 404 };

export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return answer(405);
  const body = await readWithin(request, MAX_WEBHOOK);
  if (!body) return answer(413);
  const signature = request.headers.get("x-yalidine-signature") ?? "";
  const outcome = await (await getShop()).webhooks.receive(body, signature);
  if (outcome === "forged" || outcome === "unreadable") console.warn("A webhook of the courier's was %s.", outcome);
  return answer(statuses[outcome]);
}
