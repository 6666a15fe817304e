import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm, text } from "~/forms/form.server";
import { localPath } from "~/http/local-path";
import { answerTheme } from "~/session/theme.server";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  return answerTheme(request, text(form, "theme"), localPath(text(form, "retour")) ?? "/");
}

export const loader = () => redirect("/");
