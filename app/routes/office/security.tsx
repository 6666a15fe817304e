import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PasswordOwner } from "~/components/forms/password-owner";
import type { FormState } from "~/components/forms/use-live-form";
import { fieldOf, TextField } from "~/components/office/fields";
import { InTwoPresses } from "~/components/office/in-two-presses";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PasskeyButton } from "~/components/office/passkey-button";
import { Submit } from "~/components/office/submit";
import { Section } from "~/components/ui/section";
import { roleLabels } from "~/domain/office/role";
import { formatDateTime } from "~/domain/values/dates";
import type { RouteHandle } from "~/route-handle";
import { makePasskey } from "~/session/passkeys.server";
import { requireProof, staffTokenOf } from "~/session/staff.server";
import { getStaffService } from "~/shop/shop.server";
import { answerStaffSecurity } from "./answer-staff-security.server";
import { AppFields } from "./app-fields";
import { newApp } from "./authenticator-app.server";
import { NewPasswordFields } from "./new-password-fields";

/** One's own security: passkeys, password, codes, sessions, and the keyboard's shortcuts. */

export const handle = { office: { see: "staff" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, shortcuts } = await requireProof(request);
  const own = await (await getStaffService()).ownSecurity(staff.id, (await staffTokenOf(request)) ?? "");
  const passkeys = own.passkeys.map(({ since, used, ...passkey }) => ({
    ...passkey,
    since: formatDateTime(since),
    used: used && formatDateTime(used),
  }));
  return data({
    name: staff.name,
    email: staff.email,
    role: roleLabels[staff.role],
    shortcuts,
    hasPassword: own.hasPassword,
    recoveryCodes: own.recoveryCodes,
    passkeys,
    sessions: own.sessions.map(({ since, seen, ...session }) => ({
      ...session,
      since: formatDateTime(since),
      seen: formatDateTime(seen),
    })),
    ask: makePasskey(
      staff,
      passkeys.map(({ id }) => id),
    ),
    app: newApp(staff.email),
  });
}

export const action = answerStaffSecurity;

const TITLE = "Sécurité";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Security() {
  const { name, email, role, hasPassword, app } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const of = (form: string) => (refused?.form === form ? refused : undefined);
  return (
    <OfficePage title={TITLE} refused={refused} lead={<p className="mt-2">Votre rôle&nbsp;: {role}.</p>}>
      <Part id="identite" title="Nom et e-mail">
        {/* What was stored is what the fields hold. */}
        <Form key={`${name} ${email}`} method="post" action="/gestion/securite" noValidate>
          <TextField
            field={fieldOf("identite", "nom", of("identite"), name)}
            label="Nom"
            hint="L'équipe et le journal vous nomment ainsi."
            autoComplete="name"
            required
          />
          <TextField
            field={fieldOf("identite", "email", of("identite"), email)}
            label="E-mail"
            hint="Il sert à vous connecter avec un mot de passe."
            type="email"
            autoComplete="email"
            required
          />
          <Send intent="enregistrer">Enregistrer</Send>
        </Form>
      </Part>
      <Passkeys refused={of("cle")} />
      <Part id="mot-de-passe" title="Mot de passe et application">
        {hasPassword ? (
          <>
            <Form method="post" action="/gestion/securite" noValidate>
              <PasswordOwner email={email} />
              <TextField
                field={fieldOf("mot", "actuel", of("mot"))}
                label="Mot de passe actuel"
                type="password"
                autoComplete="current-password"
                required
              />
              <NewPasswordFields form="mot" refused={of("mot")} />
              <Send intent="mot-de-passe">Changer le mot de passe</Send>
            </Form>
            <details className="mt-6" open={of("application") !== undefined}>
              <summary className="link cursor-pointer py-2">Changer d'application de codes</summary>
              <Form method="post" action="/gestion/securite" noValidate>
                <AppFields app={of("application")?.app ?? app} form="application" refused={of("application")} />
                <Send intent="application">Changer d'application</Send>
              </Form>
            </details>
          </>
        ) : (
          <>
            <p className="mt-2">Un autre moyen de vous connecter, y compris là où les clés d'accès ne marchent pas.</p>
            <details className="mt-2" open={of("premier") !== undefined}>
              <summary className="link cursor-pointer py-2">Ajouter un mot de passe et une application</summary>
              <Form method="post" action="/gestion/securite" noValidate>
                <PasswordOwner email={email} />
                <NewPasswordFields form="premier" refused={of("premier")} />
                <AppFields app={of("premier")?.app ?? app} form="premier" refused={of("premier")} />
                <Send intent="premier">Ajouter</Send>
              </Form>
            </details>
          </>
        )}
      </Part>
      <RecoveryCodes />
      <Sessions />
      <Shortcuts />
    </OfficePage>
  );
}

function Passkeys({ refused }: { refused: (FormState & { cle?: string }) | undefined }) {
  const { passkeys, ask } = useLoaderData<typeof loader>();
  return (
    <Part id="cles" title="Clés d'accès">
      {passkeys.length === 0 && <p className="mt-2">Vous n'en avez pas encore.</p>}
      <ul>
        {passkeys.map(({ id, name, since, used }) => (
          <li key={id} className="mt-3 border-t pt-3">
            <p>
              <strong>{name}</strong>
              <span className="block text-sm text-muted">
                {`Créée le ${since}${used ? `, utilisée le ${used}` : ""}`}
              </span>
            </p>
            <details open={refused?.cle === id}>
              <summary className="link cursor-pointer py-2">
                Renommer ou retirer<span className="sr-only">{` la clé ${name}`}</span>
              </summary>
              <Form method="post" action="/gestion/securite" noValidate>
                <input type="hidden" name="cle" value={id} />
                <TextField
                  field={fieldOf(`cle-${id}`, "nom", refused?.cle === id ? refused : undefined, name)}
                  label="Nom de la clé"
                  required
                />
                <p className="mt-4">
                  <Submit name="intent" value="renommer" className="button">
                    Renommer
                  </Submit>
                </p>
                <InTwoPresses summary="Retirer cette clé…" id={`retirer-${id}`} hint="Elle n'ouvre plus la gestion.">
                  <Submit name="intent" value="retirer" className="button" describedBy={`retirer-${id}`}>
                    Retirer cette clé
                  </Submit>
                </InTwoPresses>
              </Form>
            </details>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <PasskeyButton
          ask={{ make: ask }}
          action="/gestion/securite"
          intent="ajouter"
          className="button w-full sm:w-auto"
          otherwise={<p className="hint">Ce navigateur ne peut pas en ajouter ici.</p>}
        >
          Ajouter une clé d'accès
        </PasskeyButton>
      </div>
    </Part>
  );
}

function RecoveryCodes() {
  const { recoveryCodes } = useLoaderData<typeof loader>();
  return (
    <Part id="codes" title="Codes de récupération">
      <p className="mt-2">
        {recoveryCodes === 0
          ? "Il ne vous en reste aucun."
          : recoveryCodes === 1
            ? "Il vous en reste 1\u00a0; il sert une fois."
            : `Il vous en reste ${recoveryCodes}\u00a0; chacun sert une fois.`}
      </p>
      <Form method="post" action="/gestion/securite">
        <Send intent="codes">Créer dix nouveaux codes</Send>
      </Form>
      <p className="hint mt-2">Les anciens ne servent alors plus.</p>
    </Part>
  );
}

function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <Part id="sessions" title="Sessions ouvertes">
      <ul>
        {sessions.map(({ id, device, since, seen, isThis }) => (
          <li key={id} className="mt-3 flex flex-wrap items-end justify-between gap-3 border-t pt-3">
            <p>
              {device}
              {isThis && <strong> (ici)</strong>}
              <span className="block text-sm text-muted">{`Depuis le ${since}, dernier passage le ${seen}`}</span>
            </p>
            {!isThis && (
              <Form method="post" action="/gestion/securite">
                <input type="hidden" name="session" value={id} />
                <Submit name="intent" value="fermer" className="button">
                  Fermer
                  <span className="sr-only">
                    {" "}
                    la session {device} du {since}
                  </span>
                </Submit>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="/gestion/securite">
          <Send intent="ailleurs">Fermer les autres sessions</Send>
        </Form>
      )}
    </Part>
  );
}

function Shortcuts() {
  const { shortcuts } = useLoaderData<typeof loader>();
  return (
    <Part id="raccourcis-clavier" title="Raccourcis clavier">
      <p className="mt-2">
        {shortcuts ? "Ils sont actifs\u00a0: le point d'interrogation en donne la liste." : "Ils sont désactivés."}
      </p>
      <Form method="post" action="/gestion/securite">
        <input type="hidden" name="raccourcis" value={shortcuts ? "non" : "oui"} />
        <Send intent="raccourcis">{shortcuts ? "Les désactiver" : "Les activer"}</Send>
      </Form>
    </Part>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section title={title} id={id} className="mt-8 border-t pt-4">
      {children}
    </Section>
  );
}

function Send({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <p className="mt-4">
      <Submit name="intent" value={intent} className="button w-full sm:w-auto">
        {children}
      </Submit>
    </p>
  );
}
