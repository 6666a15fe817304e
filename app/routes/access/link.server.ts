import type { LoaderFunctionArgs } from "@remix-run/node";
import { tokenOf } from "~/server/mailed-token.server";
import type { AccessService } from "~/shop/services/access";
import { getShop } from "~/shop/shop.server";

/** What the page of a mailed link is made from: whether the link can still be used, and what for. */
export async function loadLink({ request }: LoaderFunctionArgs, kind: Parameters<AccessService["isGood"]>[1]) {
  const token = tokenOf(request);
  const isGood = token !== undefined && (await (await getShop()).access.isGood(token, kind));
  return { token: isGood ? token : undefined };
}
