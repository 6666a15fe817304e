import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useHydrated } from "~/components/forms/use-hydrated";
import { CardTable } from "~/components/office/card-table";
import { NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Status } from "~/components/office/status";
import { PhoneLink } from "~/components/ui/phone-link";
import { PersonName } from "~/components/ui/typed-text";
import {
  allBulkActions,
  bulkActions,
  bulkAllows,
  choicesFrom,
  choiceText,
  mayBulk,
  withChoices,
} from "~/domain/office/bulk";
import { orderFilterOf, readOrderListQuery } from "~/domain/office/order-filter";
import { roleMay } from "~/domain/office/role";
import { wilayaWords } from "~/domain/order/order-texts";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { openOffice } from "./open-office.server";
import { OrderFilters } from "./order-filters";
import { OrderLink } from "./order-link";
import { listedView } from "./shown-order";
import { useRowKeys } from "./use-row-keys";

/** Commandes: all orders, searched and filtered by the address. */

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request, "orders");
  const { searchParams } = new URL(request.url);
  const { apres, ...query } = readOrderListQuery(searchParams);
  const [{ orders, next }, people, wilayas] = await Promise.all([
    office.listOrders(orderFilterOf(query), { after: apres }),
    office.journalPeople(),
    (await getShop()).courier.wilayas(),
  ]);
  return {
    query,
    isLater: apres !== undefined,
    orders: orders.map((order) => listedView(order, staff.role)),
    next,
    people: people.map(({ id, name }) => ({ value: id, label: name })),
    wilayas: wilayas.map(({ id, name }) => ({ value: String(id), label: wilayaWords(id, name) })),
    mayTakeDown: roleMay(staff.role, "calls"),
    bulk: allBulkActions
      .filter((action) => mayBulk(staff.role, action))
      .filter((action) =>
        orders.some(({ order, parcel }) => bulkAllows(action, order.status, parcel?.holdsPairs ?? false)),
      )
      .map((action) => ({ value: bulkActions[action].value, label: bulkActions[action].title })),
    mayExport: roleMay(staff.role, "exports"),
  };
}

const TITLE = "Commandes";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Orders() {
  const { query, isLater, orders, next, people, wilayas, mayTakeDown, mayExport } = useLoaderData<typeof loader>();
  const filter = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
  const isFiltered = filter.size > 0;
  return (
    <OfficePage
      title={TITLE}
      className="page pb-8"
      aside={
        <>
          {mayTakeDown && (
            <Link className="button" to="/gestion/commandes/nouvelle">
              Nouvelle commande
            </Link>
          )}
          {mayExport && (
            // A file, which the router in the browser could not show.
            <a className="button" href={`/gestion/commandes/export?${filter}`}>
              Exporter en CSV
            </a>
          )}
        </>
      }
    >
      <OrderFilters query={query} people={people} wilayas={wilayas} />
      {orders.length === 0 ? (
        <Nothing
          title={
            next !== undefined
              ? "Rien parmi ces commandes."
              : isLater
                ? "Il n'y a pas d'autre commande dans la suite de la liste."
                : isFiltered
                  ? "Aucune commande ne correspond à cette recherche."
                  : "Aucune commande pour le moment."
          }
        >
          {next !== undefined && <p className="mt-2">Continuez avec les suivantes.</p>}
          {isFiltered && (
            <p className="mt-2">
              <Link className="link inline-block py-1" to="/gestion/commandes">
                Toutes les commandes
              </Link>
            </p>
          )}
        </Nothing>
      ) : (
        <OrdersTable />
      )}
      <NextPage next={next} />
    </OfficePage>
  );
}

type Listed = ReturnType<typeof useLoaderData<typeof loader>>["orders"][number];

function OrdersTable() {
  const { orders, bulk } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const chosen = choicesFrom(new URLSearchParams(search).getAll("choix")).map(choiceText);
  /** Back from what follows leads to this address. */
  const keepTicks = () => {
    const ticked = new FormData(form.current ?? undefined).getAll("choix").map(String);
    history.replaceState(history.state, "", withChoices(here, ticked));
  };
  const form = useRef<HTMLFormElement>(null);
  const isScripted = useHydrated();
  const current = useRowKeys(orders.map(({ number }) => number));
  const checkAll = () => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>("input[name=choix]") ?? [])];
    const isChecked = boxes.some(({ checked }) => !checked);
    for (const box of boxes) box.checked = isChecked;
  };
  return (
    <Form method="post" action="/gestion/commandes/groupe" className="mt-4" ref={form} onSubmit={keepTicks}>
      <input type="hidden" name="retour" value={withChoices(here, [])} />
      <CardTable
        caption="Commandes, de la plus récente à la plus ancienne"
        rows={orders}
        keyOf={({ number }) => number}
        rowProps={({ number }) => ({ id: `ligne-${number}`, ...(current === number && { "aria-current": "true" }) })}
        columns={[
          {
            label: "Numéro",
            isHeading: true,
            cell: (order) => <Heading order={order} isChosen={chosen.includes(order.choice)} />,
          },
          {
            label: "Client",
            cell: ({ name, phone, place }) => (
              <span className="break-words">
                <PersonName>{name}</PersonName>{" "}
                {phone && (
                  <span className="block whitespace-nowrap tabular-nums">
                    <PhoneLink phone={phone} />
                  </span>
                )}
                <span className="block text-sm text-muted">{place}</span>
              </span>
            ),
          },
          {
            label: "Articles",
            cell: ({ lines }) => (
              <ul>
                {lines.map((line: string, index: number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
                  <li key={index} className="break-words">
                    {line}
                  </li>
                ))}
              </ul>
            ),
          },
          { label: "Total", isNumber: true, cell: ({ total }) => <span className="whitespace-nowrap">{total}</span> },
          {
            label: "Statut",
            cell: ({ state, tone, call, parcel, note }) => (
              <>
                <Status tone={tone}>{state}</Status>
                {call && <span className="block text-sm">{`Appel\u00a0: ${call}`}</span>}
                {parcel && <span className="block text-sm">{`Colis\u00a0: ${parcel}`}</span>}
                {note && (
                  // As wide as the cell, which it makes no wider.
                  <span className="flex w-0 min-w-full gap-1 text-sm">
                    <span className="shrink-0">Note&nbsp;:</span> <bdi className="truncate">{note}</bdi>
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <fieldset className="mt-4 min-w-0 border-t bg-ground py-3 sm:sticky sm:bottom-0">
        <legend className="sr-only">Les commandes cochées</legend>
        <div className="flex flex-wrap items-center gap-3">
          {isScripted && (
            <button type="button" className="button" onClick={checkAll}>
              Tout cocher
            </button>
          )}
          {bulk.map(({ value, label }) => (
            <button key={value} type="submit" name="faire" value={value} className="button">
              {label}
            </button>
          ))}
          <button type="submit" formMethod="get" formAction="/gestion/commandes/bons" className="button">
            Bons de préparation
          </button>
        </div>
      </fieldset>
    </Form>
  );
}

function Heading({ order, isChosen }: { order: Listed; isChosen: boolean }) {
  const { number, choice, placed, channel } = order;
  return (
    <span className="flex items-start gap-2">
      <label className="-m-2 flex min-h-target min-w-target items-start justify-center p-2">
        <input type="checkbox" name="choix" value={choice} defaultChecked={isChosen} className="size-5 shrink-0" />
        <span className="sr-only">Choisir la commande {number}</span>
      </label>
      <span>
        <OrderLink number={number} className="link inline-block whitespace-nowrap" />
        <span className="block whitespace-nowrap text-sm font-normal text-muted">{placed}</span>
        {channel && <span className="block text-sm font-normal text-muted">{channel}</span>}
      </span>
    </span>
  );
}
