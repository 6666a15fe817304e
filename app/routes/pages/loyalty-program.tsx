import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { useLayoutData } from "~/components/layout/layout-data";
import { layoutDataIn, pageMeta } from "~/components/layout/page-meta";
import { CallOrWrite, HOURS, Places } from "~/components/ui/contact-links";
import { LineLink, TextLink } from "~/components/ui/links";
import { StampCard } from "~/components/ui/stamp-card";
import { ourShops } from "~/domain/content/our-shops";
import type { RouteHandle } from "~/route-handle";
import { accountOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

export const handle = { search: "listed" } satisfies RouteHandle;

/** With the card of the account that is signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { locations, facebook } = settings.seller;
  const account = await accountOf(request);
  const card = account && (await (await getShop()).orders.loyaltyCard(account.id));
  return { locations, facebook, card };
}

const NO_CARD = "Ce site n'a pas de carte de fidélité.";

/** Decision 006: six pairs bought, the seventh free. */
export default function LoyaltyProgram() {
  const { locations, facebook, card } = useLoaderData<typeof loader>();
  const { shopPhone: phone, hasCard } = useLayoutData() ?? {};
  const hasShops = locations.length > 0;
  if (!hasCard && !hasShops)
    return (
      <div className="page prose py-8">
        <h1 className="text-2xl">Programme de fidélité</h1>
        <p>
          {NO_CARD} Une question&nbsp;? <CallOrWrite isFirst />.
        </p>
      </div>
    );
  return (
    <div className="page py-8">
      <div className="grid gap-8 md:grid-cols-2 md:gap-12">
        <div className="prose">
          <h1 className="text-2xl">6 paires achetées, la 7ᵉ offerte</h1>
          <p className="text-lg">La carte de fidélité de Wahrane. Valable pour toute la famille, sans date de fin.</p>
          <p>
            <a className="button-primary" href="/shop">
              Choisir une paire
            </a>
          </p>
        </div>
        <div>
          <StampCard card={card} />
        </div>
      </div>

      <div className="mt-6 grid gap-x-12 md:grid-cols-2">
        <div className="prose">
          <h2>Comment elle se remplit</h2>
          <ol className="list-decimal space-y-2 ps-5">
            <li>
              Une paire achetée, un tampon&nbsp;: {hasShops && "en boutique tout de suite"}
              {hasShops && hasCard && ", "}
              {hasCard && "sur ce site quand elle est livrée"}.
            </li>
            <li>À six tampons, la carte est pleine.</li>
            <li>La paire suivante est offerte. Puis une nouvelle carte commence.</li>
          </ol>
          <h2>Comment l'obtenir</h2>
          <p>
            {hasCard && (
              <>
                Sur ce site, elle est dans <TextLink href={card ? "/account" : "/register"}>votre compte</TextLink>
                &nbsp;: chaque paire livrée y met un tampon. Quand elle est pleine, et votre adresse e-mail confirmée,
                commandez par le panier&nbsp;: la paire offerte est retirée du total avant que vous ne confirmiez.{" "}
              </>
            )}
            {hasShops && "En boutique, demandez une carte à la caisse. "}Une question&nbsp;? <CallOrWrite isFirst />.
          </p>
          {phone && <p className="text-muted">{HOURS}</p>}
        </div>
        <div className="prose">
          <h2>Ce qu'il faut savoir</h2>
          <ul className="space-y-2">
            <li>
              Une seule carte suffit pour toute la famille&nbsp;: vos paires, celles des enfants, celles des parents.
            </li>
            <li>
              La paire offerte est la moins chère des sept&nbsp;: les six de la carte et celle que vous commandez.
            </li>
            <li>Elle n'expire pas.</li>
            <li>Elle ne coûte rien et n'oblige à rien.</li>
            <li>Une paire rendue et remboursée vous fait perdre son tampon. Une paire échangée le garde.</li>
          </ul>
        </div>
      </div>

      <Places places={locations}>
        {facebook && (
          <p className="mt-4">
            <LineLink href={facebook}>Notre page Facebook</LineLink>
          </p>
        )}
      </Places>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const shops = data && data.locations.length > 0 && `dans ${ourShops(data.locations.length)} d'Oran`;
  const where = [shops, layoutDataIn(matches)?.hasCard && "sur ce site"].filter(Boolean).join(" et ");
  return pageMeta(matches, {
    title: "Programme de fidélité",
    description: where
      ? `6 paires achetées, la 7ᵉ offerte. Une carte pour toute la famille, sans date de fin, ${where}.`
      : NO_CARD,
    canonical: "/loyalty-program",
  });
};
