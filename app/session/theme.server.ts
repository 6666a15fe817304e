import { createThemeSessionResolver, type Theme } from "remix-themes";
import { themeStorage } from "./cookies.server";

/** The stored theme; null is the system's (section 4), which the style sheet follows by itself. */
const resolve = createThemeSessionResolver(themeStorage);

export async function themeOf(request: Request): Promise<Theme | null> {
  return (await resolve(request)).getTheme();
}

/** @returns the Set-Cookie header that stores it */
export async function storeTheme(request: Request, theme: Theme): Promise<string> {
  const session = await resolve(request);
  session.setTheme(theme);
  return session.commit();
}
