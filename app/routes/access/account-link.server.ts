import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { EMAIL_TAKEN } from "~/domain/account/access-texts";
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

const TAKEN = `${EMAIL_TAKEN}\u00a0: connectez-vous avec elle, ou choisissez-en une autre.`;

/** Action of such a page that confirms an address; its reader may not be signed in. */
export const confirmAddress =
  (kind: Parameters<AccessService["confirmEmail"]>[1], message: string) =>
  async ({ request }: ActionFunctionArgs) => {
    await readForm(request);
    const outcome = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", kind);
    if (outcome === true) return redirectWithSuccess("/account", message);
    return refusal(outcome === "taken" ? TAKEN : null);
  };
