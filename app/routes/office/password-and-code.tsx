import { fieldOf, TextField } from "~/components/office/fields";

/** The way in that needs no script. */
export function PasswordAndCode({ form, refused }: { form: string; refused?: Parameters<typeof fieldOf>[2] }) {
  return (
    <>
      <TextField
        field={fieldOf(form, "motDePasse", refused)}
        label="Mot de passe"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        field={fieldOf(form, "code", refused)}
        label="Code"
        hint="Les 6 chiffres de l'application, ou un code de récupération"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}
