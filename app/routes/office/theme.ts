import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm, text } from "~/forms/form.server";
import type { RouteHandle } from "~/route-handle";
import { answerTheme } from "~/session/theme.server";
import { officePath } from "./office-path.server";

/** The same as the shop's, which another host does not have. */

export const handle = { office: { see: "anybody" } } satisfies RouteHandle;

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  return answerTheme(request, text(form, "theme"), officePath(text(form, "retour")));
}

export const loader = () => redirect("/gestion", 303);
