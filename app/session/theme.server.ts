import { redirect } from "@remix-run/node";
import { createThemeSessionResolver, isTheme, type Theme } from "remix-themes";
import { themeStorage } from "./cookies.server";

/** The stored theme; null is the system's (section 4), which the style sheet follows by itself. */
const resolve = createThemeSessionResolver(themeStorage);

export async function themeOf(request: Request): Promise<Theme | null> {
  return (await resolve(request)).getTheme();
}

/** Stores the theme, if it is one, and leads back; remix-themes' own action reads no forms. */
export async function answerTheme(request: Request, theme: string, back: string): Promise<Response> {
  if (!isTheme(theme)) return redirect(back, 303);
  const session = await resolve(request);
  session.setTheme(theme);
  return redirect(back, { status: 303, headers: { "Set-Cookie": await session.commit() } });
}
