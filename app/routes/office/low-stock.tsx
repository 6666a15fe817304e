import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { CardTable } from "~/components/office/card-table";
import { AFTER, NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { variantWords } from "~/domain/catalogue/size";
import { FEW } from "~/domain/office/day";
import type { RouteHandle } from "~/route-handle";
import { openOffice } from "./open-office.server";

export const handle = { office: { see: "orders" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "orders");
  const after = new URL(request.url).searchParams.get(AFTER) ?? undefined;
  const { rows, next } = await office.lowStock(after);
  return {
    next,
    variants: rows.map(({ sku, name, stock, ...choice }) => ({ sku, name, stock, choice: variantWords(choice) })),
  };
}

const TITLE = "Stock bas";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function LowStock() {
  const { variants, next } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={TITLE}
      className="page pb-8"
      lead={<p className="mt-1 text-muted">Ce dont il reste {FEW} paires ou moins, les plus rares d'abord.</p>}
    >
      {variants.length === 0 ? (
        <Nothing title="Tout est en stock." />
      ) : (
        <CardTable
          caption="Pointures dont il reste peu de paires"
          rows={variants}
          keyOf={({ sku }) => sku}
          columns={[
            { label: "Modèle", isHeading: true, cell: ({ name }) => name },
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
