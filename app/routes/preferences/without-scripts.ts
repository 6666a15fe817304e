import { redirect } from "@remix-run/node";
import { liteCookie } from "~/session/cookies.server";

/** A page reports that its scripts failed; the next pages come without scripts. */
export async function action() {
  return new Response(null, { status: 204, headers: { "Set-Cookie": await liteCookie.serialize("1") } });
}

export const loader = () => redirect("/");
