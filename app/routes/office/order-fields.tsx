import type { FormState } from "~/components/forms/use-live-form";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { cancelOptions } from "~/domain/office/order-actions";

/** What a cancellation and a note ask for, of one order or of several. */

export function CancelFields({ refused }: { refused: FormState | undefined }) {
  return (
    <>
      <SelectField
        field={fieldOf("annuler", "motif", refused)}
        label="Motif"
        className="mt-0"
        empty="Choisissez un motif"
        options={cancelOptions}
      />
      <TextField field={fieldOf("annuler", "precision", refused)} label="Précision" />
      <p className="hint mt-2">
        Les paires réservées reviennent au stock. Une commande annulée ainsi ne se reprend pas.
      </p>
    </>
  );
}

export function NoteField({ refused }: { refused: FormState | undefined }) {
  return (
    <TextField
      field={fieldOf("note", "note", refused)}
      label="Note interne"
      hint="Le client ne la voit pas."
      rows={3}
    />
  );
}
