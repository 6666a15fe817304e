import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/office/facts";
import { officeMeta } from "~/components/office/office-data";
import { PrintButton } from "~/components/office/print-button";
import { PersonName } from "~/components/ui/typed-text";
import { variantWords } from "~/domain/catalogue/size";
import { choicesFrom } from "~/domain/office/bulk";
import { formatPhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { openOffice } from "./open-office.server";
import { wrapped } from "./order-facts";
import { orderView } from "./order-view";
import { orderListPath } from "./way-back.server";

/** What is packed and where it goes, for printing: one order, or those checked in the list. */

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request, "orders");
  const { searchParams } = new URL(request.url);
  const chosen = choicesFrom(searchParams.getAll("choix")).map(({ number }) => number);
  const numbers = params.number === undefined ? chosen : [params.number];
  const pages = await Promise.all(numbers.map((number) => office.orderPage(number)));
  const orders = pages.flatMap((page) => {
    if (!page) return [];
    const { events, ...order } = orderView(page, staff.role);
    return [order];
  });
  if (params.number !== undefined && orders.length === 0) throw new Response(null, { status: 404 });
  return {
    orders,
    list: orderListPath(searchParams.get("retour")),
    isOne: params.number !== undefined,
    phone: settings.shopPhone,
  };
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(matches, data?.isOne ? `Bon de préparation ${data.orders[0]?.number}` : "Bons de préparation");

type Order = ReturnType<typeof useLoaderData<typeof loader>>["orders"][number];

export default function PackingSlips() {
  const { orders, list, isOne, phone } = useLoaderData<typeof loader>();
  const [first] = orders;
  return (
    <>
      {!isOne && (
        <div className="page office-narrow pt-4 print:hidden">
          <h1 className="text-2xl">Bons de préparation</h1>
          <p className="mt-1">
            {first ? `${counted(orders.length, "bon")}, un par feuille.` : "Aucune commande n'est cochée."}
          </p>
          {first && <PrintButton className="me-4 mt-3" />}
        </div>
      )}
      {orders.map((order) => (
        <Slip key={order.number} order={order} shopPhone={phone} isOne={isOne} />
      ))}
      <div className="page office-narrow py-4 print:hidden">
        {isOne && <PrintButton className="me-4 mt-3" />}
        <Link className="link inline-block py-2" to={isOne && first ? first.page : list}>
          {isOne ? "Retour à la commande" : "Retour aux commandes"}
        </Link>
      </div>
    </>
  );
}

function Slip(props: { order: Order; shopPhone: string | undefined; isOne: boolean }) {
  const { order, shopPhone, isOne } = props;
  const Heading = isOne ? "h1" : "h2";
  return (
    <section className="office-slip page office-narrow py-4" aria-labelledby={`bon-${order.number}`}>
      <p className="text-muted">{["Wahrane", shopPhone && formatPhone(shopPhone)].filter(Boolean).join(", ")}</p>
      <Heading id={`bon-${order.number}`} className="text-2xl">
        Commande {order.number}
      </Heading>
      <p className="mt-1 text-muted">
        {order.state}, passée le {order.placed}
      </p>
      {order.parcel?.label && (
        <p className="print:hidden">
          <a className="link inline-block py-2" href={order.parcel.label} rel="noreferrer">
            Ouvrir l'étiquette<span className="sr-only"> de {order.number}</span>
          </a>
        </p>
      )}
      <ul className="mt-4">
        {order.lines.map((line) => (
          <li key={line.variantId} className="flex items-start gap-3 border-b py-3">
            <span aria-hidden="true" className="mt-1 inline-block size-5 shrink-0 border border-edge" />
            <span className="min-w-0 break-words text-lg">
              <strong>{line.quantity} ×</strong> {line.name}, {variantWords(line)}
              {line.reference && <span className="block text-base">Référence {line.reference}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <Facts
          of={[
            { label: "Client", value: order.name && <PersonName>{order.name}</PersonName> },
            { label: "Téléphone", value: order.phone && formatPhone(order.phone) },
            { label: "Livraison", value: order.delivery },
            { label: "Point relais", value: order.pickupPoint },
            { label: "Adresse", value: wrapped(order.address) },
            { label: "Commune", value: `${order.commune}, ${order.wilaya}` },
            { label: "Remarque", value: wrapped(order.notes) },
            { label: "Suivi", value: order.parcel?.tracking },
            {
              label: order.isOwed ? "À encaisser" : "Total",
              value: <strong className="tabular-nums">{order.total}</strong>,
            },
          ]}
        />
      </div>
    </section>
  );
}
