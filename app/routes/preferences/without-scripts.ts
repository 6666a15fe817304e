import { redirect } from "@remix-run/node";
import type { RouteHandle } from "~/route-handle";
import { liteCookie } from "~/session/cookies.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

/** A page reports that its scripts failed; the next pages come without scripts. */
export async function action() {
  return new Response(null, { status: 204, headers: { "Set-Cookie": await liteCookie.serialize("1") } });
}

export const loader = () => redirect("/");
