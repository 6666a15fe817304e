import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { CardTable } from "~/components/office/card-table";
import { fieldOf } from "~/components/office/fields";
import { AFTER, NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { SearchField } from "~/components/office/search-field";
import { variantWords } from "~/domain/catalogue/size";
import { FEW } from "~/domain/office/day";
import { roleMay } from "~/domain/office/role";
import type { RouteHandle } from "~/route-handle";
import { MOST_FOUND } from "~/shop/services/manual-order-office";
import { openOffice } from "./open-office.server";
import { receiptPath, STOCK } from "./receipt-path";

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, office } = await openOffice(request, "orders");
  const { searchParams } = new URL(request.url);
  const mayReceive = roleMay(staff.role, "parcels");
  const query = mayReceive ? (searchParams.get("q") ?? "").trim().slice(0, 100) : "";
  const found = query === "" ? undefined : await office.productsToSell(query);
  const { rows, next } = await office.lowStock(searchParams.get(AFTER) ?? undefined);
  return {
    ...{ mayReceive, query, next },
    found: found?.map(({ slug, name }) => ({ name, to: receiptPath(slug) })),
    variants: rows.map(({ sku, name, slug, stock, ...choice }) => ({
      ...{ sku, name, stock, choice: variantWords(choice), to: receiptPath(slug) },
    })),
  };
}

const TITLE = "Stock bas";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function LowStock() {
  const { mayReceive, query, found, variants, next } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={TITLE}
      className="page pb-8"
      lead={<p className="mt-1 text-muted">Ce dont il reste {FEW} paires ou moins, les plus rares d'abord.</p>}
    >
      {mayReceive && <ProductSearch query={query} found={found} />}
      {variants.length === 0 ? (
        <Nothing title="Tout est en stock." />
      ) : (
        <CardTable
          caption="Pointures dont il reste peu de paires"
          rows={variants}
          keyOf={({ sku }) => sku}
          columns={[
            {
              label: "Modèle",
              isHeading: true,
              cell: ({ name, to }) =>
                mayReceive ? (
                  <Link className="link inline-block py-1" to={to}>
                    {name}
                  </Link>
                ) : (
                  name
                ),
            },
            { label: "Choix", cell: ({ choice }) => choice },
            { label: "Référence", cell: ({ sku }) => sku },
            { label: "En stock", isNumber: true, cell: ({ stock }) => stock },
          ]}
        />
      )}
      <NextPage next={next} />
    </OfficePage>
  );
}

/** Leads to where pairs of a product are noted that came. */
function ProductSearch(props: { query: string; found: { name: string; to: string }[] | undefined }) {
  const { query, found } = props;
  return (
    <>
      <Form key={query} action={STOCK} role="search" className="panel flex flex-wrap items-end gap-3">
        <SearchField
          field={fieldOf("stock", "q", undefined, query)}
          label={"Paires reçues\u00a0: nom ou référence du modèle"}
        />
      </Form>
      {found?.length === MOST_FOUND && <p className="my-4">Les premiers seulement&nbsp;: précisez le nom.</p>}
      {found?.length === 0 && <p className="my-4">{`Rien ne correspond à «\u00a0${query}\u00a0».`}</p>}
      {found && found.length > 0 && (
        <ul className="my-4">
          {found.map(({ name, to }) => (
            <li key={to}>
              <Link className="link inline-block py-2" to={to}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
