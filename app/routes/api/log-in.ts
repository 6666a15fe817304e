import { operations } from "~/api/operations.server";
import { userWire } from "~/api/wire";
import { NOT_LOGGED_IN, TOO_OFTEN } from "~/domain/access-texts";
import { forgottenForm } from "~/domain/account-forms";
import type { RouteHandle } from "~/route-handle";
import { callerOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, parseAs, Refusal, serve } from "./endpoint.server";
import { guestAsking } from "./identity.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/**
 * POST /auth/login: known and unknown addresses get the same words, status and time (S-5). A guest who asks with its token
 * becomes the account, as a browser's guest does by the page; no cookie is set.
 */
const api = endpoint(
  serve(operations.logIn, async ({ request, body }) => {
    // The form of an address alone: what a password may be, the operation has checked.
    const { email } = parseAs(forgottenForm, { email: body.email });
    const { access } = await getShop();
    const { address, device, browser } = await callerOf(request);
    const guest = await guestAsking(request);
    const result = await access.logIn(email, body.password, { address, device, browser, guest });
    if (result.ok) return { user: userWire(result.account), token: result.session };
    if (result.reason === "limited") throw new Refusal(429, TOO_OFTEN);
    throw new Refusal(401, NOT_LOGGED_IN, { email: NOT_LOGGED_IN });
  }),
);

export const loader = api.loader;
export const action = api.action;
