import { Field } from "./field";

/** What can be corrected after the order as well: the same fields, hints and limits wherever they stand. */
interface RecipientField {
  id: string;
  value: string | undefined;
  error: string | undefined;
}

export function PhoneField({ id, value, error }: RecipientField) {
  return (
    <Field
      id={id}
      label="Téléphone"
      hint={
        <>
          {/* The specification's own hint (section 5), where X is any digit. Ears would have sixteen times "X". */}
          <span aria-hidden="true">05XXXXXXXX ou 06XXXXXXXX (10 chiffres)</span>
          <span className="sr-only">10 chiffres, les premiers 05 ou 06</span>
        </>
      }
      error={error}
    >
      {(control) => (
        <input
          {...control}
          name="telephone"
          type="tel"
          inputMode="tel"
          defaultValue={value}
          placeholder="0550123456"
          autoComplete="tel"
          maxLength={30}
          required
        />
      )}
    </Field>
  );
}

/** @param required to the door it is, at a stop desk it is not */
export function AddressField({ id, value, error, required }: RecipientField & { required: boolean }) {
  return (
    <Field
      id={id}
      label="Adresse"
      hint="Rue, numéro, quartier, point de repère. Facultatif au point relais."
      error={error}
    >
      {(control) => (
        <textarea
          {...control}
          name="adresse"
          rows={2}
          defaultValue={value}
          autoComplete="street-address"
          maxLength={200}
          required={required}
        />
      )}
    </Field>
  );
}

export function NotesField({ id, value, error }: RecipientField) {
  return (
    <Field id={id} label="Remarque" hint="Facultatif" error={error}>
      {(control) => <textarea {...control} name="remarque" rows={2} defaultValue={value} maxLength={500} />}
    </Field>
  );
}
