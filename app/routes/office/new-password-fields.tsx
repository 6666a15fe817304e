import type { FormState } from "~/components/forms/use-live-form";
import { fieldOf, TextField } from "~/components/office/fields";

/** A password that is being chosen, which browsers offer to generate. */
export function NewPasswordFields({ form, refused }: { form: string; refused: FormState | undefined }) {
  return (
    <>
      <TextField
        field={fieldOf(form, "motDePasse", refused)}
        label="Nouveau mot de passe"
        hint={"Au moins 12 caractères\u00a0; quatre mots valent mieux qu'un"}
        type="password"
        autoComplete="new-password"
        required
      />
      <TextField
        field={fieldOf(form, "confirmation", refused)}
        label="Confirmez le nouveau mot de passe"
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}
