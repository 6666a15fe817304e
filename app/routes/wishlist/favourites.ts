import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { WishReply } from "~/components/catalogue/toggle-wish";
import type { RouteHandle } from "~/route-handle";
import { readForm } from "~/server/form.server";
import { ASKING, isFirstCookie, whyNotKept } from "~/session/refused-cookies.server";
import { visitorOf } from "~/session/visitor.server";
import { changeWishes } from "./change.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

/** /wishlist/favoris: the hearts, for scripts. The same form and the same rules as on /wishlist, answered as JSON and with no message for later. */
export async function action({ request }: ActionFunctionArgs) {
  const change = await changeWishes(request, await readForm(request));
  const { message = "", type = "info" } = change?.flash ?? {};
  const headers = change?.headers ?? new Headers();
  const first = isFirstCookie(request, headers) ? { isFirst: true } : {};
  headers.set("Cache-Control", "private, no-store");
  return Response.json({ message, type, wished: change?.wished ?? false, ...first } satisfies WishReply, {
    status: change ? 200 : 400,
    headers,
  });
}

/** After a browser's first heart: whether it kept the cookie that the list hangs on. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.has(ASKING)) return redirect("/wishlist");
  const wished = (await visitorOf(request)) !== undefined;
  const { message, type } = whyNotKept("liste");
  return Response.json({ wished, type, message: wished ? "" : message } satisfies WishReply, {
    headers: { "Cache-Control": "private, no-store" },
  });
}
