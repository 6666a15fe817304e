import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { CardTable } from "~/components/office/card-table";
import { AFTER, NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { formatFigures } from "~/domain/values/dates";
import type { RouteHandle } from "~/route-handle";
import { openOffice } from "./open-office.server";

export const handle = { office: { see: "calls" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "calls");
  const after = new URL(request.url).searchParams.get(AFTER) ?? undefined;
  const { rows, next } = await office.givenUpMails(after);
  return { next, mails: rows.map(({ at, ...mail }) => ({ ...mail, at: formatFigures(at) })) };
}

const TITLE = "E-mails abandonnés";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Mails() {
  const { mails, next } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={TITLE}
      className="page pb-8"
      lead={
        <p className="mt-1 text-muted">
          Aucun essai ne les a fait partir, et leur texte est effacé&nbsp;: écrivez ou appelez vous-même.
        </p>
      }
    >
      {mails.length === 0 ? (
        <Nothing title="Tous les e-mails sont partis." />
      ) : (
        <CardTable
          caption="E-mails abandonnés, du plus récent au plus ancien"
          rows={mails}
          keyOf={({ id }) => id}
          columns={[
            { label: "À", isHeading: true, cell: ({ recipient }) => recipient },
            { label: "Objet", cell: ({ subject }) => subject },
            { label: "Date", cell: ({ at }) => at },
            { label: "Échec", cell: ({ failure }) => failure },
          ]}
        />
      )}
      <NextPage next={next} />
    </OfficePage>
  );
}
