import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { readWithin } from "~/server/form.server";
import { MAX_WEBHOOK } from "~/server/refuse-requests.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

const answer = (status: number, body = "") =>
  new Response(body, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** The courier checks that the address is ours: the answer has to repeat its token. */
export function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("crc_token") ?? "";
  return settings.yalidine && /^[\w.~+/=-]{1,200}$/.test(token) ? answer(200, token) : answer(404);
}

const statuses = { received: 200, forged: 401, unreadable: 400, closed: 404 };

/** Takes the courier's news of its parcels, whose signature is over the bytes of the body. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== "POST") return answer(405);
  const body = await readWithin(request, MAX_WEBHOOK);
  if (!body) return answer(413);
  const signature = request.headers.get("x-yalidine-signature") ?? "";
  const outcome = await (await getShop()).webhooks.receive(body, signature);
  if (outcome === "forged" || outcome === "unreadable") console.warn("A webhook of the courier's was %s.", outcome);
  return answer(statuses[outcome]);
}
