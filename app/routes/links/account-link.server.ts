import type { AccessService } from "~/shop/services/access";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";

/** Loader of a page of an account's mailed link: token and address, while it can be used for it. */
export async function loadAccountLink(request: Request, kind: Parameters<AccessService["addressOf"]>[1]) {
  const token = tokenOf(request);
  const email = token === undefined ? undefined : await (await getShop()).access.addressOf(token, kind);
  return email === undefined ? {} : { token, email };
}
