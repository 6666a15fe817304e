import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { FieldFrame } from "~/components/forms/field";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { Submit } from "~/components/office/submit";
import type { DeliveryView } from "~/domain/delivery/delivery-view";
import { EDIT_FORM as FORM, lineField } from "~/domain/office/order-lines-form";
import { formatDinars } from "~/domain/values/money";
import type { EditView } from "./edit-view.server";

interface Props {
  view: EditView;
  version: number;
  agree: { fee: number; total: number; words: string } | undefined;
  isListNew: boolean;
}

/** The form that edits an order; each of its buttons works without scripts. */
export function EditForm({ view, version, agree, isListNew }: Props) {
  const { delivery, lines, reason, errors } = view;
  const { values } = delivery;
  const field = (name: keyof typeof values) => fieldOf(FORM, name, { values, errors: delivery.errors });
  const lineOf = (name: string, value: string) => fieldOf(FORM, name, { values: { [name]: value }, errors });
  return (
    <Form id={FORM} method="post" noValidate>
      {agree && <Agree {...agree} />}
      <input type="hidden" name="version" value={version} />
      {/* Enter in a field presses the first button of its form. */}
      <button type="submit" name="intent" value="enregistrer" className="sr-only" tabIndex={-1} aria-hidden="true">
        Enregistrer
      </button>
      <h2 className="text-xl">Client</h2>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField field={field("nom")} label="Nom" required />
        <TextField field={field("prenom")} label="Prénom" required />
      </div>
      <TextField field={field("telephone")} label="Téléphone" type="tel" required />
      <Places key={`${values.wilaya} ${values.commune}`} delivery={delivery} field={field} isListNew={isListNew} />
      <TextField field={field("adresse")} label="Adresse" hint="Facultative au point relais." rows={2} />
      <TextField field={field("remarque")} label="Remarque du client" rows={2} />

      <h2 className="mt-8 text-xl">Articles</h2>
      {lines.map((line, index) => (
        <fieldset key={lineField("variante", index)} className="mt-4 border-t pt-3">
          <legend className="font-semibold">{line.name}</legend>
          <SelectField
            field={lineOf(lineField("variante", index), line.variante)}
            label="Couleur et pointure"
            className="mt-0"
            options={line.options}
          />
          <div className="grid gap-x-4 sm:grid-cols-2">
            <TextField
              field={lineOf(lineField("quantite", index), line.quantite)}
              label="Quantité"
              hint="0 retire l'article."
              inputMode="numeric"
            />
            <TextField
              field={lineOf(lineField("prix", index), line.prix)}
              label="Prix d'une paire, en dinars"
              hint="Un autre prix demande une raison."
              inputMode="numeric"
            />
          </div>
        </fieldset>
      ))}
      <TextField field={lineOf("raison", reason)} label="Raison du prix" />
      <p className="mt-6">
        <Submit name="intent" value="enregistrer" className="button-primary w-full sm:w-auto">
          Enregistrer
        </Submit>
      </p>
    </Form>
  );
}

/** News, and no error: it has the focus when the page comes, without scripts as well. */
function Agree({ fee, total, words }: NonNullable<Props["agree"]>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: what is to be agreed to has the focus
      autoFocus
      className="mb-6 border-2 border-accent p-4"
    >
      <h2 className="text-lg font-semibold">Le total change</h2>
      <p className="mt-2">{words} Rien n'est encore enregistré.</p>
      <input type="hidden" name="frais-vus" value={fee} />
      <input type="hidden" name="total-vu" value={total} />
      <p className="mt-4">
        <Submit name="intent" value="enregistrer">
          Enregistrer avec ce total
        </Submit>
      </p>
    </div>
  );
}

/** Wilaya, commune and way of delivery. Scripts press 'Afficher les communes' on each choice. */
function Places(props: {
  delivery: DeliveryView;
  field: (name: keyof DeliveryView["values"]) => ReturnType<typeof fieldOf>;
  isListNew: boolean;
}) {
  const { delivery, field, isListNew } = props;
  const { values, offer, wilayas } = delivery;
  const submit = useSubmit();
  const wayError = delivery.errors.relais ?? delivery.errors.mode;
  const way = values.mode === "relais" ? `relais-${values.relais}` : "domicile";
  const refresh = (form: HTMLFormElement | null) => {
    if (!form) return;
    const typed = new FormData(form);
    typed.set("intent", "communes");
    submit(typed, { method: "post", replace: true, preventScrollReset: true });
  };
  const commune = field("commune");
  return (
    <>
      <SelectField
        field={field("wilaya")}
        label="Wilaya"
        empty="Choisissez une wilaya"
        options={wilayas
          .filter(({ unserved }) => !unserved)
          .map(({ id, name }) => ({ value: String(id), label: `${String(id).padStart(2, "0")} ${name}` }))}
        onChange={(event) => refresh(event.target.form)}
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
          id={commune.id}
          name="commune"
          className="field"
          defaultValue={values.commune}
          // biome-ignore lint/a11y/noAutofocus: the button was pressed for this list
          autoFocus={isListNew}
          aria-invalid={commune.errors ? true : undefined}
          aria-describedby={commune.errors ? commune.errorId : undefined}
          onChange={(event) => refresh(event.target.form)}
        >
          <option value="">{offer.communes.length > 0 ? "Choisissez une commune" : "Selon la wilaya choisie"}</option>
          {offer.communes.map(({ id, name, fee }) => (
            <option key={id} value={id}>
              {fee === undefined ? name : `${name} – ${formatDinars(fee)}`}
            </option>
          ))}
        </select>
      </FieldFrame>
      {offer.quote?.pickup !== undefined && offer.pickupPoints.length > 0 && (
        <fieldset className="mt-4">
          <legend className="label">Mode de livraison</legend>
          {wayError && <p className="wrong">{wayError}</p>}
          {[
            { value: "domicile", id: `${FORM}-mode`, text: `À domicile – ${formatDinars(offer.quote.home)}` },
            ...offer.pickupPoints.map(({ id, name, address }, index) => ({
              value: `relais-${id}`,
              id: index === 0 ? `${FORM}-relais` : `${FORM}-relais-${id}`,
              text: `Au point relais ${name}, ${address} – ${formatDinars(offer.quote?.pickup ?? 0)}`,
            })),
          ].map(({ value, id, text }) => (
            <label key={value} className="mt-2 flex min-h-target items-start gap-3">
              <input
                id={id}
                type="radio"
                name="mode"
                value={value}
                defaultChecked={way === value}
                className="mt-1 size-5 shrink-0 accent-accent"
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
