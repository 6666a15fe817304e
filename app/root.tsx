import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Document } from "./components/layout/document";
import { OfficeDocument } from "./components/office/document";
import { isOffice } from "./components/office/office-data";
import { SavesData } from "./components/ui/saves-data";
import { currentRequest } from "./request-context.server";
import { liteCookie } from "./session/cookies.server";
import { themeOf } from "./session/theme.server";

/** The document around every page. Its area's layout draws the rest (routes.ts). */

export async function loader({ request }: LoaderFunctionArgs) {
  const { variant } = currentRequest() ?? {};
  if (variant) return { theme: variant.theme, withScripts: variant.withScripts };
  const [theme, lite] = await Promise.all([themeOf(request), liteCookie.parse(request.headers.get("cookie"))]);
  return { theme, withScripts: request.headers.get("save-data") !== "on" && lite === null };
}

export function Layout({ children }: { children: ReactNode }) {
  const { theme = null, withScripts = false } = useRouteLoaderData<typeof loader>("root") ?? {};
  const Around = isOffice(useMatches()) ? OfficeDocument : Document;
  return (
    <Around theme={theme} withScripts={withScripts}>
      <SavesData.Provider value={!withScripts}>{children}</SavesData.Provider>
    </Around>
  );
}

export default Outlet;
