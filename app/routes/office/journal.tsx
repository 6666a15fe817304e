import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { CardTable } from "~/components/office/card-table";
import { Changes } from "~/components/office/changes";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { NextPage } from "~/components/office/next-page";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { actorLabels, journalSubjects, subjectLabels } from "~/domain/office/journal";
import { isOther, journalFilter } from "~/domain/office/journal-filter";
import { actionWords, actorOf, changesIn } from "~/domain/office/journal-words";
import { formatDateTime, startOfDay } from "~/domain/values/dates";
import { DAY } from "~/domain/values/durations";
import type { RouteHandle } from "~/route-handle";
import { openOffice } from "./open-office.server";
import { OrderLink } from "./order-link";

export const handle = { office: { see: "journal" } } satisfies RouteHandle;

const SIZE = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { office } = await openOffice(request, "journal");
  const filter = journalFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { personne, objet, numero, jour, apres } = filter;
  const since = jour === undefined ? undefined : startOfDay(jour);
  const [{ entries, next }, people] = await Promise.all([
    office.journal(
      {
        ...(personne === undefined ? {} : isOther(personne) ? { actor: personne } : { staffId: personne }),
        ...(objet && { subject: objet }),
        ...(numero && { name: numero }),
        ...(since && { since, until: new Date(since.getTime() + DAY) }),
      },
      { after: apres, size: SIZE },
    ),
    office.journalPeople(),
  ]);
  return {
    filter,
    people,
    next,
    entries: entries.map((entry) => ({
      id: entry.id,
      at: formatDateTime(entry.at),
      who: actorOf(entry),
      what: actionWords(entry),
      kind: subjectLabels[entry.subject],
      name: entry.subjectName,
      isOrder: entry.subject === "order",
      changes: changesIn(entry),
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, "Journal");

export default function Journal() {
  const { entries, next, filter } = useLoaderData<typeof loader>();
  const isFiltered = Boolean(filter.personne || filter.objet || filter.numero || filter.jour);
  return (
    <OfficePage
      title="Journal"
      className="page pb-8"
      lead={<p className="mt-1 text-muted">Qui a changé quoi, du plus récent au plus ancien. Rien ne s'y modifie.</p>}
    >
      <Filters />
      {entries.length === 0 ? (
        <Nothing title={isFiltered ? "Rien ne correspond à ces filtres." : "Rien n'est encore noté."}>
          {isFiltered && (
            <p className="mt-2">
              <Link className="link inline-block py-1" to="/gestion/journal">
                Tout le journal
              </Link>
            </p>
          )}
        </Nothing>
      ) : (
        <div className="mt-4">
          <Entries />
        </div>
      )}
      <NextPage next={next} />
    </OfficePage>
  );
}

function Filters() {
  const { filter, people } = useLoaderData<typeof loader>();
  const field = (name: "personne" | "objet" | "numero" | "jour") => fieldOf("filtres", name, undefined, filter[name]);
  return (
    // A new address is a new form: its fields hold what is filtered.
    <Form key={JSON.stringify(filter)} action="/gestion/journal" role="search" className="panel">
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          field={field("personne")}
          label="Qui"
          className="mt-2"
          empty="Tous"
          options={[
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...Object.entries(actorLabels).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          field={field("objet")}
          label="Quoi"
          className="mt-2"
          empty="Tout"
          options={journalSubjects.map((value) => ({ value, label: subjectLabels[value] }))}
        />
        <TextField field={field("numero")} label="Numéro, référence ou e-mail" className="mt-2" spellCheck={false} />
        <TextField field={field("jour")} label="Jour" className="mt-2" type="date" />
      </div>
      <p className="mt-4">
        <button type="submit" className="button">
          Filtrer
        </button>
      </p>
    </Form>
  );
}

function Entries() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <CardTable
      caption="Changements, du plus récent au plus ancien"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: "Objet",
          isHeading: true,
          cell: ({ kind, name, isOrder }) => (
            <>
              {kind} {isOrder ? <OrderLink number={name} /> : name}
            </>
          ),
        },
        { label: "Action", cell: ({ what }) => what },
        { label: "Changement", cell: ({ changes }) => <Changes of={changes} /> },
        { label: "Qui", cell: ({ who }) => who },
        { label: "Quand", cell: ({ at }) => at },
      ]}
    />
  );
}
