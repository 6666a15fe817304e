import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Facts } from "~/components/office/facts";
import { officeMeta } from "~/components/office/office-data";
import { PrintButton } from "~/components/office/print-button";
import { Section } from "~/components/ui/section";
import { PersonName } from "~/components/ui/typed-text";
import { variantWords } from "~/domain/catalogue/size";
import { type BulkSkip, choicesFrom, choiceText, skipWords, withChoices } from "~/domain/office/bulk";
import { pickingList } from "~/domain/office/picking-list";
import { isOwed, type OrderStatus, statusLabels } from "~/domain/order/order";
import { piecesWords } from "~/domain/order/order-texts";
import { formatPhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import type { OrderPage } from "~/shop/services/order-detail-office";
import { orderListPath } from "./office-path.server";
import { openOffice } from "./open-office.server";
import { asTyped } from "./order-facts";
import { OrderLink } from "./order-link";
import { orderView } from "./order-view";

/** What is packed and where it goes, for printing: one order, or those checked in the list. */

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request, "orders");
  const { searchParams } = new URL(request.url);
  const one = params.number;
  const chosen = one === undefined ? choicesFrom(searchParams.getAll("choix")) : [];
  const numbers = one === undefined ? chosen.map(({ number }) => number) : [one];
  const found = await Promise.all(numbers.map((number) => office.orderPage(number)));
  // Of those that were checked some may have ended since.
  const pages = found
    .filter((page) => page !== undefined)
    .filter(({ order }) => one !== undefined || isOwed(order.status));
  const orders = pages.map((page) => {
    const { events, ...order } = orderView(page, staff.role);
    return order;
  });
  if (one !== undefined && orders.length === 0) throw new Response(null, { status: 404 });
  const toCheck = (await office.planBulk(chosen, "note")).flatMap(({ number, order, skip }) => {
    const words = order && whyToCheck(order.status, skip);
    return words ? [{ number, words }] : [];
  });
  return {
    ...{ orders, toCheck, toPick: toPick(pages) },
    list: withChoices(orderListPath(searchParams.get("retour")), chosen.map(choiceText)),
    isOne: one !== undefined,
    phone: settings.shopPhone,
  };
}

/** Of several orders; what is on its way has left the stock. */
function toPick(pages: readonly OrderPage[]) {
  const here = pages.filter(({ order }) => order.status !== "shipped");
  if (here.length < 2) return undefined;
  const lines = pickingList(here.flatMap(({ order }) => order.lines));
  const references = new Map(here.flatMap((page) => [...page.references]));
  return {
    title: `À prendre en rayon\u00a0: ${piecesWords(lines)} pour ${here.length} commandes`,
    lines: lines.map((line) => ({ ...line, reference: references.get(line.variantId) })),
  };
}

/** Undefined where a slip can be printed as its order was checked. */
function whyToCheck(status: OrderStatus, skip: BulkSkip | undefined): string | undefined {
  const label = statusLabels[status].toLowerCase();
  if (!isOwed(status)) return `${label}, sans bon`;
  if (skip === "changed" && status === "shipped") return `déjà ${label}`;
  return skip && skipWords(skip);
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  officeMeta(matches, data?.isOne ? `Bon de préparation ${data.orders[0]?.number}` : "Bons de préparation");

type Order = ReturnType<typeof useLoaderData<typeof loader>>["orders"][number];

export default function PackingSlips() {
  const { orders, toCheck, toPick, list, isOne, phone } = useLoaderData<typeof loader>();
  const [first] = orders;
  return (
    <>
      {!isOne && (
        <div className="page office-narrow pt-4 print:hidden">
          <h1 className="text-2xl">Bons de préparation</h1>
          <p className="mt-1">
            {first
              ? `${counted(orders.length, "bon")}, un par feuille.${toPick ? " D'abord, ce qui est à prendre en rayon." : ""}`
              : toCheck.length > 0
                ? "Aucun bon à imprimer."
                : "Aucune commande n'est cochée."}
          </p>
          {toCheck.length > 0 && (
            <Section title="À vérifier avant d'imprimer" className="mt-4">
              <ul className="mt-2">
                {toCheck.map(({ number, words }) => (
                  <li key={number} className="mt-1">
                    <OrderLink number={number} />
                    {`\u00a0: ${words}`}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {first && <PrintButton className="me-4 mt-3" />}
        </div>
      )}
      {toPick && (
        <Section title={toPick.title} id="rayon" className="office-slip page office-narrow py-4">
          <ul className="mt-4">
            {toPick.lines.map((line) => (
              <ToTake key={line.variantId} line={line} isShort />
            ))}
          </ul>
        </Section>
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
          <a className="link inline-block py-2" href={order.parcel.label} target="_blank" rel="noreferrer">
            Ouvrir l'étiquette<span className="sr-only">{` de ${order.number} (nouvel onglet)`}</span>
          </a>
        </p>
      )}
      <ul className="mt-4">
        {order.lines.map((line) => (
          <ToTake key={line.variantId} line={line} />
        ))}
      </ul>
      <div className="mt-4">
        <Facts
          of={[
            { label: "Client", value: order.name && <PersonName>{order.name}</PersonName> },
            { label: "Téléphone", value: order.phone && formatPhone(order.phone) },
            { label: "Livraison", value: order.delivery },
            { label: "Point relais", value: order.pickupPoint },
            { label: "Adresse", value: asTyped(order.address) },
            { label: "Commune", value: `${order.commune}, ${order.wilaya}` },
            { label: "Remarque", value: asTyped(order.notes) },
            { label: "Suivi", value: order.parcel?.tracking },
            {
              label: order.isOwed ? "À encaisser" : "Total",
              // Where there are two sheets, the last one says whose it is.
              value: (
                <>
                  <strong className="tabular-nums">{order.total}</strong>
                  {`, n°\u00a0${order.number}`}
                </>
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}

/** What is ticked once it is there. @param isShort of a list, which is on one sheet if it can be */
function ToTake({ line, isShort }: { line: Order["lines"][number]; isShort?: boolean }) {
  return (
    <li className={`flex items-start gap-3 border-b ${isShort ? "py-1" : "py-3"}`}>
      <span aria-hidden="true" className="mt-1 inline-block size-5 shrink-0 border border-edge" />
      <span className="min-w-0 break-words text-lg">
        <strong>{line.quantity} ×</strong> {line.name}, {variantWords(line)}
        {line.reference && (
          <span className={isShort ? "text-base" : "block text-base"}>
            {isShort ? ", " : "Référence "}
            {line.reference}
          </span>
        )}
      </span>
    </li>
  );
}
