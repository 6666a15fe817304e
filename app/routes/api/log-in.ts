import { operations } from "~/api/operations.server";
import { userWire } from "~/api/wire";
import { LOGIN_FAILED, TOO_OFTEN } from "~/domain/account/access-texts";
import { forgottenForm } from "~/domain/account/account-forms";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, parseAs, Refusal } from "./endpoint.server";
import { callerAsking } from "./identity.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/**
 * POST /auth/login: known and unknown addresses get the same text and status, in the same time
 * (S-5). A guest who sends its token becomes the account, as on the page; no cookie is set.
 */
export const loader = endpoint(operations.logIn, async ({ request, body }) => {
  // A form with an address only: the operation has checked the password's length.
  const { email } = parseAs(forgottenForm, { email: body.email });
  const { access } = await getShop();
  const result = await access.logIn(email, body.password, await callerAsking(request));
  if (result.ok) return { user: userWire(result.account), token: result.session };
  if (result.reason === "limited") throw new Refusal(429, TOO_OFTEN);
  throw new Refusal(401, LOGIN_FAILED, { email: LOGIN_FAILED });
});
export const action = loader;
