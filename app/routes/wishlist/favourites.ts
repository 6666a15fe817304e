import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { HeartReply } from "~/components/catalogue/press-heart";
import { readForm } from "~/server/form.server";
import { changeWishes } from "./change.server";

/** /wishlist/favoris: the hearts, for scripts. The same form and the same rules as on /wishlist, answered as JSON and with no message for later. */
export async function action({ request }: ActionFunctionArgs) {
  const change = await changeWishes(request, await readForm(request));
  const { message = "", type = "info" } = change?.flash ?? {};
  const headers = change?.headers ?? new Headers();
  const isFirst = headers.has("Set-Cookie");
  headers.set("Cache-Control", "private, no-store");
  return Response.json({ message, type, wished: change?.wished ?? false, isFirst } satisfies HeartReply, {
    status: change ? 200 : 400,
    headers,
  });
}

export const loader = () => redirect("/wishlist");
