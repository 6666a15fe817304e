import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import type { AccessService } from "~/shop/services/access";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";

/** Loader of a mailed link's page: the token, while the link can be used for this. */
export async function loadAccountLink(
  { request }: LoaderFunctionArgs,
  kind: Parameters<AccessService["isLinkValid"]>[1],
) {
  const token = tokenOf(request);
  const isLinkValid = token !== undefined && (await (await getShop()).access.isLinkValid(token, kind));
  return { token: isLinkValid ? token : undefined };
}

/** Action of such a page that confirms an address; its reader may not be signed in. */
export const confirmAddress =
  (kind: Parameters<AccessService["confirmEmail"]>[1], message: string) =>
  async ({ request }: ActionFunctionArgs) => {
    await readForm(request);
    const isDone = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", kind);
    return isDone ? redirectWithSuccess("/account", message) : refusal(null);
  };
