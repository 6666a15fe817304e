import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readWithin } from "~/forms/form.server";
import { plainTextAnswer } from "~/http/page-headers.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

// It may hold many events; nothing is parsed before its signature holds.
export const handle = { private: false, search: "open", body: { max: 1024 * 1024 } } satisfies RouteHandle;

/** The courier checks that the address is ours: the answer has to repeat its token. */
export function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("crc_token") ?? "";
  return settings.yalidine && /^[\w.~+/=-]{1,200}$/.test(token) ? plainTextAnswer(200, token) : plainTextAnswer(404);
}

const statuses = { received: 200, forged: 403, unreadable: 400, closed: 404 };

/** Takes the courier's news of its parcels, whose signature is over the bytes of the body. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await readWithin(request, handle.body.max);
  if (!body) return plainTextAnswer(413);
  const { headers } = request;
  // The courier's document has it with underscores, its samples with hyphens.
  const signature = headers.get("x_yalidine_signature") ?? headers.get("x-yalidine-signature") ?? "";
  const outcome = await (await getShop()).webhooks.receive(body, signature);
  if (outcome === "forged" || outcome === "unreadable") console.warn("A webhook of the courier's was %s.", outcome);
  return plainTextAnswer(statuses[outcome]);
}
