import { useSubmit } from "@remix-run/react";
import { controlProps, FieldFrame } from "~/components/forms/field";
import { addressField } from "~/components/forms/field-specs";
import { wilayaOptions } from "~/components/forms/wilaya-options";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { Submit } from "~/components/office/submit";
import type { DeliveryView } from "~/domain/delivery/delivery-view";
import { TO_DOOR, wayIn, wayOf } from "~/domain/delivery/way";
import { formatDinars } from "~/domain/values/money";

/**
 * Where an order goes: wilaya, commune, way of delivery, address and remark. Scripts press
 * 'Afficher les communes' on each choice.
 */
export function DestinationFields(props: {
  /** The prefix of the fields' ids. */
  form: string;
  delivery: DeliveryView;
  /** Whether the button was pressed for this list of communes, which then has the focus. */
  isListNew?: boolean;
}) {
  const { form, delivery, isListNew = false } = props;
  const { values, offer, wilayas } = delivery;
  const submit = useSubmit();
  const field = (name: keyof typeof values) => fieldOf(form, name, { values, errors: delivery.errors });
  const refresh = ({ target }: { target: HTMLInputElement | HTMLSelectElement }) => {
    if (!target.form) return;
    const typed = new FormData(target.form);
    typed.set("intent", "communes");
    submit(typed, { method: "post", replace: true, preventScrollReset: true });
  };
  const commune = field("commune");
  const hasCommunes = offer.communes.length > 0;
  const wayError = delivery.errors.relais ?? delivery.errors.mode;
  const wayErrorId = wayError && `${form}-mode-error`;
  const way = wayOf(values);
  const ticked = wayIn(way, offer);
  return (
    <>
      <SelectField
        field={field("wilaya")}
        label="Wilaya"
        options={wilayasByName(wilayas)}
        required
        onChange={refresh}
      />
      <FieldFrame
        field={commune}
        label="Commune"
        className="mt-4"
        aside={
          <Submit name="intent" value="communes" className="button px-3 text-sm">
            Afficher les communes
          </Submit>
        }
      >
        <select
          // Another wilaya makes a new list.
          key={`${values.wilaya} ${offer.communes.length}`}
          {...controlProps(commune)}
          name="commune"
          defaultValue={values.commune}
          // biome-ignore lint/a11y/noAutofocus: the button was pressed for this list
          autoFocus={isListNew}
          disabled={!hasCommunes}
          required
          onChange={refresh}
        >
          <option value="">{hasCommunes ? "Choisissez une commune" : "Selon la wilaya choisie"}</option>
          {offer.communes.map(({ id, name, fee }) => (
            <option key={id} value={id}>
              {fee === undefined ? name : `${name} – ${formatDinars(fee)}`}
            </option>
          ))}
        </select>
      </FieldFrame>
      {offer.quote?.pickup !== undefined && offer.pickupPoints.length > 0 ? (
        <fieldset key={values.commune} className="mt-4">
          <legend className="label">Mode de livraison</legend>
          {wayError && (
            <p className="wrong" id={wayErrorId}>
              {wayError}
            </p>
          )}
          {[
            { value: TO_DOOR, id: `${form}-mode`, text: `À domicile – ${formatDinars(offer.quote.home)}` },
            ...offer.pickupPoints.map(({ id, name, address }, index) => ({
              value: `relais-${id}`,
              id: index === 0 ? `${form}-relais` : `${form}-relais-${id}`,
              // Each in its own direction: an Arabic address would take the fee along.
              text: `Au point relais \u2068${name}\u2069, \u2068${address}\u2069 – ${formatDinars(offer.quote?.pickup ?? 0)}`,
            })),
          ].map(({ value, id, text }) => (
            <label key={value} className="mt-2 flex min-h-target items-start gap-3">
              <input
                id={id}
                type="radio"
                name="mode"
                value={value}
                defaultChecked={ticked === value}
                className="mt-1 size-5 shrink-0"
                aria-invalid={wayError ? true : undefined}
                aria-describedby={wayErrorId}
                onChange={refresh}
              />
              <span>{text}</span>
            </label>
          ))}
          {ticked === "relais" && <input type="hidden" name="relais" value={values.relais} />}
        </fieldset>
      ) : (
        // The way that was chosen stays until another one is.
        <input type="hidden" name="mode" value={way} />
      )}
      <TextField field={field("adresse")} label="Adresse" hint={addressField(false).hint} rows={2} />
      <TextField field={field("remarque")} label="Remarque du client" hint="Facultatif" rows={2} />
    </>
  );
}

/** Several new wilayas have the number of one older: spaces, which no form reads, part them. */
const wilayasByName = (wilayas: DeliveryView["wilayas"]) =>
  wilayaOptions(wilayas, true).map(({ value, text }, index) => ({
    value: value.endsWith(" ") ? value.padEnd(index) : value,
    label: text,
  }));
