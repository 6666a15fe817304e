import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { closedFor } from "~/components/layout/closed";
import ErrorPage from "~/components/layout/error-page";
import { errorText } from "~/components/layout/error-text";
import { type LayoutData, useIsPart, useLayoutData } from "~/components/layout/layout-data";
import { Shell } from "~/components/layout/shell";
import { saleName } from "~/domain/content/sale";
import { sellerLine } from "~/domain/content/seller-line";
import { algerianDay } from "~/domain/values/dates";
import { addToContext, currentRequest, type PageVariant } from "~/request-context.server";
import { takeFlash } from "~/session/flash.server";
import { refusedCookies } from "~/session/refused-cookies.server";
import { accountOf, guestOf } from "~/session/visitor.server";
import { wilayaOf } from "~/session/wilaya.server";
import { type Seller, settings } from "~/settings.server";
import { type Shop, unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { navigationOf } from "./navigation.server";

/** Header and footer of the shop's pages, and what these show of the visitor. */

export async function loader({ request }: LoaderFunctionArgs) {
  const { variant } = currentRequest() ?? {};
  if (variant) return layoutDataFor(request, slotsFor(variant), await getShop());
  const refused = refusedCookies(request);
  // A browser that kept its cookie gets another page at this address, so nobody may keep this one.
  if (refused) addToContext({ isIncomplete: true });
  // Without its database the shop knows nobody: the error page keeps header, footer and phone
  // number, and lacks badge and hearts.
  const [shop, { visitor, email } = {}, wilaya, { flash, headers }] = await Promise.all([
    getShop(),
    unlessUnavailable(whoIsThere(request)),
    wilayaOf(request),
    takeFlash(request),
  ]);
  const [cartCount = 0, wished = []] = await Promise.all([
    unlessUnavailable(shop.carts.count(visitor)),
    unlessUnavailable(shop.wishlist.ids(visitor)),
  ]);
  const visitorData = { flash: refused ?? flash, email, cartCount, wished, wilaya };
  return layoutDataFor(request, visitorData, shop, headers);
}

type Own = Pick<LayoutData, "flash" | "email" | "cartCount" | "wished" | "wilaya">;

/** Of a page for many visitors, whose slots are filled for each. */
const slotsFor = ({ isSignedIn, wilaya }: PageVariant): Own => ({
  flash: undefined,
  email: isSignedIn ? "" : undefined,
  cartCount: 0,
  wished: [],
  wilaya,
});

async function layoutDataFor(request: Request, own: Own, shop: Shop, headers = new Headers()) {
  const { pathname, search } = new URL(request.url);
  const now = new Date();
  const today = algerianDay(now);
  const sentence = closedFor(shop.ordering(), now);
  const { cancel, correct } = await shop.orders.changes();
  const { sale, pairs = [], ...navigation } = await navigationOf(shop);
  const layout: LayoutData = {
    ...own,
    navigation,
    pairs,
    saleName: saleName(today, sale),
    ...(sentence === undefined ? {} : { closed: sentence }),
    shopPhone: settings.shopPhone,
    whatsapp: settings.whatsapp,
    seller: sellerLine(settings.seller),
    contact: contact(settings.seller),
    siteUrl: settings.siteUrl,
    hasCard: settings.apiUrl === undefined,
    hasLoyalty: settings.hasLoyalty,
    canChange: cancel && correct,
    isRefused: currentRequest()?.isRefused ?? false,
    // Kept pages hold for one of Algeria's days.
    year: today.slice(0, 4),
    here: `${pathname}${search}`,
  };
  return data(layout, { headers });
}

function contact({ email, address, facebook, instagram, twitter }: Seller): LayoutData["contact"] {
  const profiles = { Facebook: facebook, Instagram: instagram, Twitter: twitter };
  return {
    email,
    address,
    profiles: Object.entries(profiles).flatMap(([name, href]) => (href ? [{ name, href }] : [])),
  };
}

async function whoIsThere(request: Request) {
  const account = await accountOf(request);
  return { visitor: account?.id ?? (await guestOf(request)), email: account?.email };
}

export const meta: MetaFunction<typeof loader> = ({ error }) => [
  { title: error ? `${errorText(error, "").title} – Wahrane` : "Wahrane, chaussures à Oran" },
];

export default function ShopLayout() {
  const layout = useLoaderData<typeof loader>();
  if (useIsPart())
    return (
      <main>
        <Outlet />
      </main>
    );
  return (
    <Shell layout={layout}>
      <Outlet />
    </Shell>
  );
}

/** Keeps header, footer and phone number on errors (S-7: in French, says what to do, no stack). */
export function ErrorBoundary() {
  return (
    <Shell layout={useLayoutData()}>
      <ErrorPage error={useRouteError()} />
    </Shell>
  );
}
