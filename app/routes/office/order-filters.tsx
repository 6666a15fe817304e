import { Form } from "@remix-run/react";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { SearchField } from "~/components/office/search-field";
import {
  callOptions,
  type Option,
  type OrderListQuery,
  parcelOptions,
  statusOptions,
} from "~/domain/office/order-filter";
import { TO_RESERVE } from "~/domain/order/order-texts";

type Query = Omit<OrderListQuery, "apres">;

/** Search and filters of the list, as a form that makes an address. */
export function OrderFilters(props: { query: Query; people: readonly Option[]; wilayas: readonly Option[] }) {
  const { query, people, wilayas } = props;
  const { q, ...others } = query;
  const field = (name: keyof Query) => fieldOf("filtres", name, undefined, query[name]);
  return (
    // A new address is a new form: its fields hold what is filtered.
    <Form key={JSON.stringify(query)} action="/gestion/commandes" role="search" className="panel">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          field={field("q")}
          label="Numéro, nom, téléphone, commune, article, référence ou colis"
          hint="Du téléphone, les six derniers chiffres suffisent. Le numéro du colis s'écrit en entier."
        />
      </div>
      <details className="mt-3" open={Object.values(others).some((value) => value !== undefined)}>
        <summary className="link inline-block cursor-pointer py-2">Filtres</summary>
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField field={field("statut")} label="Statut" empty="Tous" options={statusOptions} />
          <SelectField field={field("appel")} label="Dernier appel" empty="Tous" options={callOptions} />
          <SelectField field={field("colis")} label="Colis" empty="Tous" options={parcelOptions} />
          <SelectField field={field("wilaya")} label="Wilaya" empty="Toutes" options={wilayas} />
          <TextField field={field("depuis")} label="Passée depuis le" type="date" />
          <TextField field={field("jusque")} label="Passée jusqu'au" type="date" />
          <SelectField field={field("qui")} label="Appelée ou traitée par" empty="Tous" options={people} />
          <SelectField
            field={field("reserve")}
            label="Paires"
            empty="Toutes"
            options={[{ value: "oui", label: TO_RESERVE }]}
          />
        </div>
        <p className="mt-4">
          <button type="submit" className="button">
            Filtrer
          </button>
        </p>
      </details>
    </Form>
  );
}
