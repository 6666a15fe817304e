import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { closedFor } from "./components/layout/closed";
import { Document } from "./components/layout/document";
import ErrorPage from "./components/layout/error-page";
import { errorText } from "./components/layout/error-text";
import { type RootData, useRootData } from "./components/layout/root-data";
import { Shell } from "./components/layout/shell";
import { navigationOf } from "./navigation.server";
import type { Variant } from "./page-cache/variant.server";
import { currentRequest, note } from "./request-context.server";
import { hasOurCookies, liteCookie } from "./session/cookies.server";
import { takeFlash } from "./session/flash.server";
import { refusedCookies } from "./session/refused-cookies.server";
import { themeOf } from "./session/theme.server";
import { accountOf, guestOf } from "./session/visitor.server";
import { wilayaOf } from "./session/wilaya.server";
import { type Seller, settings } from "./settings.server";
import type { VisitorId } from "./shop/services/guests";
import { type Shop, ShopUnavailable, unlessUnavailable } from "./shop/shop";
import { getShop } from "./shop/shop.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const { variant } = currentRequest() ?? {};
  if (variant) return rootDataFor(request, { ...variantData(variant), flash: undefined }, await getShop());
  const refused = refusedCookies(request);
  // A browser that kept its cookie gets another page at this address, so nobody may keep this one.
  if (refused) note({ isIncomplete: true });
  const [shop, { visitor, email }, theme, lite, wilaya, { flash, headers }] = await Promise.all([
    getShop(),
    whoOrNobody(request),
    themeOf(request),
    liteCookie.parse(request.headers.get("cookie")),
    wilayaOf(request),
    takeFlash(request),
  ]);
  // Without its database the error page keeps phone number and theme, and lacks badge and hearts.
  const [cartCount = 0, wished = []] = await Promise.all([
    unlessUnavailable(shop.carts.count(visitor)),
    unlessUnavailable(shop.wishlist.ids(visitor)),
  ]);
  const isStranger = !hasOurCookies(request);
  const withScripts = request.headers.get("save-data") !== "on" && lite === null;
  const own = { flash: refused ?? flash, isStranger, theme, email, cartCount, wished, wilaya, withScripts };
  return rootDataFor(request, own, shop, headers);
}

type Own = Pick<
  RootData,
  "flash" | "isStranger" | "theme" | "email" | "cartCount" | "wished" | "wilaya" | "withScripts"
>;

/** Data of a page for many visitors, whose slots are filled for each. */
const variantData = ({ theme, withScripts, visitor }: Variant) => ({
  theme,
  withScripts,
  isStranger: visitor === "stranger",
  email: visitor === "account" ? "" : undefined,
  cartCount: 0,
  wished: [],
});

async function rootDataFor(request: Request, own: Own, shop: Shop, headers = new Headers()) {
  const { pathname, search } = new URL(request.url);
  const sentence = closedFor(shop.ordering(), new Date());
  const root: RootData = {
    ...own,
    navigation: await navigationOf(shop),
    ...(sentence === undefined ? {} : { closed: sentence }),
    shopPhone: settings.shopPhone,
    whatsapp: settings.whatsapp,
    contact: contact(settings.seller),
    siteUrl: settings.siteUrl,
    isRefused: currentRequest()?.isRefused ?? false,
    year: new Date().getUTCFullYear(),
    here: `${pathname}${search}`,
  };
  return data(root, { headers });
}

function contact({ email, address, facebook, instagram, twitter }: Seller): RootData["contact"] {
  const profiles = { Facebook: facebook, Instagram: instagram, Twitter: twitter };
  return {
    email,
    address,
    profiles: Object.entries(profiles).flatMap(([name, href]) => (href ? [{ name, href }] : [])),
  };
}

/** Without its database the shop knows no account; its error page keeps header and footer. */
async function whoOrNobody(request: Request): Promise<{ visitor?: VisitorId; email?: string | undefined }> {
  try {
    const account = await accountOf(request);
    const visitor = account?.id ?? (await guestOf(request));
    return { ...(visitor === undefined ? {} : { visitor }), email: account?.email };
  } catch (error) {
    if (error instanceof ShopUnavailable) return {};
    throw error;
  }
}

export const meta: MetaFunction<typeof loader> = ({ error }) => [
  { title: error ? `${errorText(error, "").title} – Wahrane` : "Wahrane, chaussures à Oran" },
];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
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

/** Keeps header, footer and phone number on errors (S-7: in French, says what to do, no stack). */
export function ErrorBoundary() {
  const root = useRootData();
  const error = useRouteError();
  return (
    <Shell root={root}>
      <ErrorPage error={error} phone={root?.shopPhone} />
    </Shell>
  );
}
