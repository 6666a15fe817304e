import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { isTheme } from "remix-themes";
import { readForm, text } from "~/forms/form.server";
import { localPath } from "~/http/local-path";
import type { RouteHandle } from "~/route-handle";
import { storeTheme } from "~/session/theme.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

/** Stores the theme and redirects to the page; remix-themes' own action reads no forms. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const theme = text(form, "theme");
  const back = localPath(text(form, "retour")) ?? "/";
  if (!isTheme(theme)) return redirect(back, 303);
  return redirect(back, { status: 303, headers: { "Set-Cookie": await storeTheme(request, theme) } });
}

export const loader = () => redirect("/");
