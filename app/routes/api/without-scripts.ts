import { redirect } from "@remix-run/node";
import { liteCookie } from "~/session/cookies.server";

/** A page tells that its scripts failed; the next ones come without (P-2). */
export async function action() {
  return new Response(null, { status: 204, headers: { "Set-Cookie": await liteCookie.serialize("1") } });
}

export const loader = () => redirect("/");
