import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { WishReply } from "~/components/catalogue/toggle-wish";
import { readForm } from "~/forms/form.server";
import { COOKIE_CHECK, isFirstCookie, whyNotKept } from "~/session/refused-cookies.server";
import { visitorOf } from "~/session/visitor.server";
import { changeWishes } from "~/use-cases/change-wishes.server";

/** /wishlist/favoris: the forms of the hearts for scripts, answered as JSON and without a flash. */
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

/** After a browser's first heart: whether the browser kept the visitor's cookie. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.has(COOKIE_CHECK)) return redirect("/wishlist");
  const wished = (await visitorOf(request)) !== undefined;
  const { message, type } = whyNotKept("liste");
  return Response.json({ wished, type, message: wished ? "" : message } satisfies WishReply, {
    headers: { "Cache-Control": "private, no-store" },
  });
}
