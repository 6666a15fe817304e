import type { FormState } from "~/components/forms/use-live-form";
import { fieldOf, TextField } from "~/components/office/fields";
import type { NewApp } from "./authenticator-app.server";

/** Binds an authenticator app: its secret as a picture, a link and a text, and a first code. */
export function AppFields(props: { app: NewApp; form: string; refused: FormState | undefined }) {
  const { secret, shown, uri, qr } = props.app;
  return (
    <>
      <input type="hidden" name="secret" value={secret} />
      <p className="mt-4">
        Ouvrez une application de codes (Google Authenticator, Aegis, 2FAS…), ajoutez un compte, puis scannez ce code QR
        ou recopiez la clé.
      </p>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="Code QR de la clé ci-dessous"
        className="mt-3 w-full max-w-[14rem]"
        shapeRendering="crispEdges"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="mt-3">
        Clé&nbsp;: <code className="break-words font-semibold">{shown}</code>
      </p>
      <p className="mt-1">
        <a className="link inline-block py-2" href={uri}>
          Ouvrir l'application de ce téléphone
        </a>
      </p>
      <TextField
        field={fieldOf(props.form, "code", props.refused)}
        label="Code affiché par l'application"
        hint="6 chiffres"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
      />
    </>
  );
}
