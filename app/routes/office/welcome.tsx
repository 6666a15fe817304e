import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { PasswordOwner } from "~/components/forms/password-owner";
import { fieldOf, TextField } from "~/components/office/fields";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PasskeyButton } from "~/components/office/passkey-button";
import { Submit } from "~/components/office/submit";
import { Section } from "~/components/ui/section";
import { IN_A_MOMENT, LINK_GONE } from "~/domain/account/access-texts";
import { deviceName } from "~/domain/account/account";
import { passwordProblem } from "~/domain/account/password";
import { roleLabels } from "~/domain/office/role";
import {
  PASSKEY_FAILED,
  PASSKEY_LATE,
  WRONG_CODE,
  welcomeForm,
  welcomePasswordForm,
} from "~/domain/office/staff-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { makePasskey, passkeyAnswerIn } from "~/session/passkeys.server";
import { showOnce } from "~/session/shown-once.server";
import { staffCallerOf, staffSignedIn } from "~/session/staff.server";
import type { NewMeans } from "~/shop/services/staff";
import { unlessUnavailable } from "~/shop/shop";
import { getStaffService } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { AppFields } from "./app-fields";
import { type NewApp, newApp } from "./authenticator-app.server";
import { NewPasswordFields } from "./new-password-fields";

/** An invitation's link: opening it shows the form, and the form uses it. */

export const handle = { office: { see: "anybody" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await getStaffService();
  const token = tokenOf(request);
  const invited = token === undefined ? undefined : await staff.invitation(token);
  if (!invited) return { token: undefined };
  const { email, name, role, staffId } = invited;
  return {
    token,
    email,
    name,
    role: roleLabels[role],
    ask: makePasskey({ id: staffId, email, name: name || email }),
    app: newApp(email),
  };
}

type Refused = FormView<"nom" | "motDePasse" | "confirmation" | "code"> & { app?: NewApp };

export async function action({ request }: ActionFunctionArgs) {
  const staff = await getStaffService();
  const token = tokenOf(request) ?? "";
  const form = await readForm(request);
  const invited = await staff.invitation(token);
  // The loader finds no link either, and the page says so.
  if (!invited) return refusal<Refused>(NOTHING_TYPED);
  const app = newApp(invited.email, text(form, "secret"));

  let name: string;
  let means: NewMeans;
  let view: FormView<"nom" | "motDePasse" | "confirmation" | "code">;
  if (text(form, "intent") === "cle") {
    const { value, ...refused } = parseForm(form, welcomeForm);
    if (!value) return refusal<Refused>({ ...refused, app });
    const answer = passkeyAnswerIn(form);
    const here = `/gestion/bienvenue?jeton=${token}`;
    if (!answer) return redirectWithFlash(here, { type: "error", message: PASSKEY_LATE });
    name = value.nom;
    means = { by: "passkey", answer, name: deviceName(request.headers.get("user-agent") ?? "") };
    view = refused;
  } else {
    const { value, ...refused } = parseForm(form, welcomePasswordForm(passwordProblem, invited.email));
    if (!value) return refusal<Refused>({ ...refused, app });
    name = value.nom;
    means = { by: "password", password: value.motDePasse, secret: value.secret, code: value.code };
    view = refused;
  }
  const result = await unlessUnavailable(staff.join(token, name, means, await staffCallerOf(request, form)));
  if (!result) return refusal<Refused>({ ...view, app, intro: IN_A_MOMENT }, 503);
  if (result.ok) {
    const headers = await staffSignedIn(request, result.staff, result.session);
    await showOnce(headers, { codes: result.recoveryCodes });
    return redirectWithSuccess("/gestion/codes", `Bienvenue ${result.staff.name}, vous êtes dans la gestion.`, headers);
  }
  if (result.reason === "passkey") return refusal<Refused>({ ...view, app, intro: PASSKEY_FAILED });
  if (result.reason === "gone") return refusal<Refused>(NOTHING_TYPED);
  return refusal<Refused>({ ...withErrors(view, welcomeForm.id, { code: WRONG_CODE }), app });
}

const TITLE = "Bienvenue dans la gestion";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  officeMeta(matches, data?.token ? TITLE : LINK_GONE);

export default function Welcome() {
  const { token, email, name, role, ask, app } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!token || !ask || !app)
    return (
      <OfficePage
        title={LINK_GONE}
        refused={refused && { intro: "Ce lien a expiré, ou il a déjà servi." }}
        lead={
          <p className="mt-2">
            Il sert une fois, pendant une heure. Demandez-en un autre à un propriétaire, ou, sur le serveur, par{" "}
            <code>npm run shop -- proprietaire</code>.
          </p>
        }
      >
        <p>
          <Link className="button" to="/gestion/entree">
            Entrer dans la gestion
          </Link>
        </p>
      </OfficePage>
    );
  return (
    <OfficePage
      title={TITLE}
      refused={refused}
      lead={
        <p className="mt-2">
          {email}, rôle&nbsp;: {role}. Choisissez comment vous entrerez.
        </p>
      }
    >
      <Form method="post" action={`/gestion/bienvenue?jeton=${token}`} noValidate>
        <TextField
          field={fieldOf("bienvenue", "nom", refused, name)}
          label="Votre nom"
          hint="Vos collègues le verront"
          autoComplete="name"
          required
        />
        <PasswordOwner email={email} />
        <Section title="Par clé d'accès" id="par-cle" className="mt-8">
          <p className="mt-2">Votre doigt, votre visage ou le code de votre appareil suffit&nbsp;: rien à retenir.</p>
          <div className="mt-4">
            <PasskeyButton
              ask={{ make: ask }}
              action={`/gestion/bienvenue?jeton=${token}`}
              intent="cle"
              needs="nom"
              className="button-primary w-full sm:w-auto"
              otherwise={
                <p className="hint">Ce navigateur ne peut pas en créer ici&nbsp;: choisissez le mot de passe.</p>
              }
            >
              Créer ma clé d'accès
            </PasskeyButton>
          </div>
        </Section>
        <Section title="Ou par mot de passe et application de codes" id="par-mot" className="mt-8">
          <NewPasswordFields form="bienvenue" refused={refused} />
          <AppFields app={refused?.app ?? app} form="bienvenue" refused={refused} />
          <p className="mt-6">
            <Submit name="intent" value="mot-de-passe" className="button w-full sm:w-auto">
              Entrer avec ce mot de passe
            </Submit>
          </p>
        </Section>
      </Form>
    </OfficePage>
  );
}
