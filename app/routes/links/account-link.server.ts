import type { AccessService } from "~/shop/services/access";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";

/** Loader of a page of an account's mailed link: the token, while the link can be used for this. */
export async function loadAccountLink(request: Request, kind: Parameters<AccessService["isLinkValid"]>[1]) {
  const token = tokenOf(request);
  const isLinkValid = token !== undefined && (await (await getShop()).access.isLinkValid(token, kind));
  return { token: isLinkValid ? token : undefined };
}
