import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { fieldOf, TextField } from "~/components/office/fields";
import { PasskeyButton } from "~/components/office/passkey-button";
import { Submit } from "~/components/office/submit";
import type { FormView } from "~/forms/parse-form.server";

interface Props {
  id: string;
  action: string;
  ask: Parameters<typeof PasskeyButton>[0]["ask"];
  /** Where it leads. */
  back: string;
  /** `suite`: the form that goes along with it (carried-form.server.ts). */
  refused: (FormView<"motDePasse" | "code"> & { back: string; suite: string }) | undefined;
  passkey: string;
  button: string;
  children: ReactNode;
}

/** A passkey, or a password and a code, which need no script. */
export function EntryForm({ id, action, ask, back, refused, passkey, button, children }: Props) {
  return (
    <Form method="post" action={action} noValidate>
      <input type="hidden" name="retour" value={refused?.back ?? back} />
      {refused?.suite && <input type="hidden" name="suite" value={refused.suite} />}
      <PasskeyButton ask={ask} action={action} intent="cle" className="button-primary w-full sm:w-auto">
        {passkey}
      </PasskeyButton>
      {children}
      <TextField
        field={fieldOf(id, "motDePasse", refused)}
        label="Mot de passe"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        field={fieldOf(id, "code", refused)}
        label="Code"
        hint="Les 6 chiffres de l'application, ou un code de récupération"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <p className="mt-6">
        <Submit className="button w-full sm:w-auto">{button}</Submit>
      </p>
    </Form>
  );
}
