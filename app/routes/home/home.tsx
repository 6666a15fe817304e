import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomePage } from "~/components/home/home-page";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { organizationData } from "~/components/ui/structured-data";
import { StructuredData } from "~/components/ui/structured-data-script";
import { addToContext } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { loadHome } from "./sections.server";

export const handle = { private: false, search: "listed", reads: ["essai"], prefetched: true } satisfies RouteHandle;

/** The merchant's sections in their order (section 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const home = await loadHome(await getShop(), new URL(request.url).searchParams.has("essai"));
  if (home.isFallback) addToContext({ isIncomplete: true });
  const { legalName, taxId } = settings.seller;
  return data({ ...home, legalName, taxId }, { status: home.failure === undefined ? 200 : 500 });
}

export default function Home() {
  const { legalName, taxId, ...home } = useLoaderData<typeof loader>();
  const { siteUrl, shopPhone: phone, contact } = useLayoutData() ?? {};
  const { email, address, profiles = [] } = contact ?? {};
  return (
    <>
      <HomePage {...home} />
      <StructuredData of={[organizationData(siteUrl, { phone, email, legalName, address, taxId, profiles })]} />
    </>
  );
}

export const meta = fixedMeta({
  title: "Sandales, sabots et chaussures à Oran",
  description:
    "Sandales, sabots et chaussures pour femme, homme et enfant. Livraison dans les 58 wilayas, paiement à la livraison, retours sous 30 jours.",
  canonical: "/",
});
