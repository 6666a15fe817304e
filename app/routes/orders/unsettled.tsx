import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { OrderLines } from "~/components/cart/order-lines";
import { pageMeta } from "~/components/layout/page-meta";
import { CallOrWrite } from "~/components/ui/contact-links";
import { TextLink } from "~/components/ui/links";
import { Row } from "~/components/ui/row";
import { Section } from "~/components/ui/section";
import { PersonName } from "~/components/ui/typed-text";
import { accountOrderPage } from "~/domain/order/order";
import { formatDinars } from "~/domain/values/money";
import { accountOf, guestOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { holderOfPass, PASS } from "~/tokens/order-pass.server";
import { orderAddress } from "~/use-cases/order-address.server";
import { NOT_FOUND, NotFound } from "./dead-ends";
import { OrderAgain } from "./order-view";
import { onSaleOf, viewOf } from "./view-of.server";

/** An order of which an API that was asked for it has said nothing (decision 035). */
export async function loader({ request, params: { reference = "" } }: LoaderFunctionArgs) {
  const pass = new URL(request.url).searchParams.get(PASS);
  const account = await accountOf(request);
  const visitor = account?.id ?? (await guestOf(request)) ?? (pass ? holderOfPass(pass, reference) : undefined);
  const sent = await (await getShop()).orders.unsettled(reference, visitor);
  if (!sent || visitor === undefined) return data({ order: null, isFree: false }, { status: 404 });
  const { state, order } = sent;
  if (state === "taken")
    throw redirect(account ? accountOrderPage(order.number) : orderAddress(request, order.number, visitor));
  // The address may open the page: neither links nor caches may pass it on.
  const headers = { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
  const isFree = state === "free";
  const view = viewOf(order, isFree ? { again: await onSaleOf(order) } : {});
  return data({ order: view, isFree }, pass === null ? {} : { headers });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const titleOf = (isFree: boolean) => (isFree ? "Votre commande n'a pas été prise" : "Nous vérifions votre commande");

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.order ? titleOf(data.isFree) : NOT_FOUND });

export default function Unsettled() {
  const { order, isFree } = useLoaderData<typeof loader>();
  if (!order) return <NotFound />;
  const question = <CallOrWrite about={`ma commande, référence ${order.number}`} isFirst />;
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{titleOf(isFree)}</h1>
      <dl className="rows mt-4">
        <Row label="Référence" value={order.number} valueClass="font-semibold" />
        <Row label="Date" value={order.placedAt} />
      </dl>

      {isFree ? (
        <Section title="Vous pouvez commander de nouveau" className="panel mt-6">
          <p className="mt-2">Rien n'a été enregistré&nbsp;: aucun colis ne part, et vous ne devez rien.</p>
          <OrderAgain again={order.again} />
          <p className="mt-3">Une question&nbsp;? {question}.</p>
        </Section>
      ) : (
        <Section title="Ne commandez pas de nouveau" className="panel mt-6">
          <p className="mt-2">
            Votre commande est partie, mais la réponse s'est perdue en route&nbsp;: elle est peut-être déjà enregistrée.
            En commander une deuxième, ce serait un deuxième colis à payer.
          </p>
          <ol className="mt-3 list-decimal space-y-2 ps-5">
            <li>Nous cherchons votre commande, et nous vous appelons dans les 24&nbsp;h au {order.phone}.</li>
            <li>Vous ne voulez pas attendre&nbsp;? {question}, et donnez la référence.</li>
            <li>
              Dès que nous le saurons, cette page vous le dira. Vous la retrouvez avec ce navigateur depuis{" "}
              <TextLink href="/suivi">Suivre ma commande</TextLink>.
            </li>
          </ol>
        </Section>
      )}

      <Section title="Articles" className="mt-6 border-t pt-4">
        <OrderLines lines={order.lines} />
        <dl className="rows border-t pt-3">
          <Row label="Livraison" value={formatDinars(order.fee)} />
          <Row label="Total" value={formatDinars(order.total)} className="font-semibold" />
        </dl>
      </Section>
      <Section title="Livraison" className="mt-6 border-t pt-4">
        <p className="mt-2">
          <PersonName>{order.name}</PersonName>
          <br />
          {order.phone}
          <br />
          {order.commune} ({order.wilaya})
        </p>
      </Section>
    </div>
  );
}
