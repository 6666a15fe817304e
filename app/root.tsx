import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  type MetaFunction,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { Document } from "./components/layout/document";
import { errorText } from "./components/layout/error-text";
import type { RootData } from "./components/layout/root-data";
import { Shell } from "./components/layout/shell";
import { liteCookie } from "./session/cookies.server";
import { takeFlash } from "./session/flash.server";
import { themeOf } from "./session/theme.server";
import { visitorOf } from "./session/visitor.server";
import { settings } from "./settings.server";
import { getShop } from "./shop/shop.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const [shop, visitor, theme, lite, { flash, headers }] = await Promise.all([
    getShop(),
    visitorOf(request),
    themeOf(request),
    liteCookie.parse(request.headers.get("cookie")),
    takeFlash(request),
  ]);
  const { pathname, search } = new URL(request.url);
  return data(
    {
      theme,
      flash,
      cartCount: await shop.carts.count(visitor),
      shopPhone: settings.shopPhone,
      siteUrl: settings.siteUrl,
      year: new Date().getUTCFullYear(),
      here: `${pathname}${search}`,
      withScripts: request.headers.get("save-data") !== "on" && lite === null,
    } satisfies RootData,
    { headers },
  );
}

/** What every page knows about its visitor; undefined only when the root loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<typeof loader>("root");
}

export const meta: MetaFunction<typeof loader> = ({ error }) => [
  { title: error ? `${errorText(error).title} – Wahrane` : "Wahrane, chaussures à Oran" },
];

/**
 * The server writes the document; the browser adopts only what is inside the shop's container (see entry.client).
 */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  if (!import.meta.env.SSR) return children;
  return (
    <Document theme={root?.theme ?? null} withScripts={root?.withScripts ?? false}>
      {children}
    </Document>
  );
}

export default function App() {
  return (
    <Shell root={useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  );
}

/** Whatever went wrong: header, footer and phone number stay (S-7: in French, says what to do, no stack). */
export function ErrorBoundary() {
  const error = useRouteError();
  const { title, message } = errorText(error);
  return (
    <Shell root={useRootData()}>
      <div className="mx-auto max-w-prose px-4 py-16">
        {isRouteErrorResponse(error) && <p className="text-sm text-muted">Erreur {error.status}</p>}
        <h1 className="text-2xl font-display">{title}</h1>
        <p className="mt-4">{message}</p>
        <ul className="mt-6 flex flex-wrap gap-4">
          <li>
            <a className="link" href="/">
              Accueil
            </a>
          </li>
          <li>
            <a className="link" href="/shop">
              Boutique
            </a>
          </li>
        </ul>
      </div>
    </Shell>
  );
}
