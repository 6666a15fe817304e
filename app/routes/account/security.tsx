import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { emailField, newPasswordField, passwordField, repeatedPasswordField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { OwnForm } from "~/components/forms/own-form";
import { PasswordOwner } from "~/components/forms/password-owner";
import { SubmitRow } from "~/components/forms/submit-row";
import { AccountFrame } from "~/components/layout/account-frame";
import { fixedMeta } from "~/components/layout/page-meta";
import { LineLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { formatDateTime } from "~/domain/values/dates";
import { requireAccount, sessionOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { answerAccountSecurity } from "./answer-account-security.server";
import { Unconfirmed } from "./unconfirmed";

export async function loader({ request }: LoaderFunctionArgs) {
  const { id, email, isConfirmed } = await requireAccount(request);
  const session = await sessionOf(request);
  if (session === undefined) throw redirect("/login", 303);
  const sessions = await (await getShop()).access.sessions(id, session);
  return {
    email,
    isConfirmed,
    sessions: sessions.map(({ since, device, isThis }) => ({ since: formatDateTime(since), device, isThis })),
  };
}

export const action = answerAccountSecurity;

const TITLE = "Connexion et sécurité";

export const meta = fixedMeta({
  title: TITLE,
  description: "E-mail, mot de passe, appareils connectés et données de votre compte.",
});

const PART = "mt-8 border-t pt-6";

export default function Security() {
  const { email, isConfirmed, sessions } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const of = (form: string) => (refused?.form === form ? refused : undefined);
  return (
    <AccountFrame current="/account/security" refused={refused}>
      <div className="max-w-prose">
        <h1 className="text-2xl">{TITLE}</h1>

        <Section title="E-mail" id="email" className={PART}>
          <p className="mt-2 break-words">
            Vous vous connectez avec <strong>{email}</strong>.
          </p>
          {!isConfirmed && <Unconfirmed />}
          <OwnForm id="adresse" action="/account/security" noValidate>
            <Fields
              form="adresse"
              fields={[
                { ...emailField, label: "Nouvel e-mail", hint: "Nous y envoyons un lien pour confirmer" },
                passwordField,
              ]}
              state={of("adresse")}
            />
            <Send intent="email">Changer d'e-mail</Send>
          </OwnForm>
        </Section>

        <Section title="Mot de passe" id="mot-de-passe" className={PART}>
          <OwnForm id="changement" action="/account/security" noValidate>
            <PasswordOwner email={email} />
            <Fields
              form="changement"
              fields={[
                { ...passwordField, name: "actuel", label: "Mot de passe actuel" },
                { ...newPasswordField, label: "Nouveau mot de passe" },
                { ...repeatedPasswordField, label: "Confirmez le nouveau mot de passe" },
              ]}
              state={of("changement")}
            />
            <Send intent="mot-de-passe">Changer le mot de passe</Send>
          </OwnForm>
        </Section>

        <Section title="Appareils connectés" id="appareils" className={PART}>
          <ul className="mt-2 divide-y">
            {sessions.map(({ since, device, isThis }) => (
              <li key={`${since} ${device} ${isThis}`} className="py-2">
                {device}
                {isThis && <strong> (cet appareil)</strong>}
                <span className="block text-sm text-muted">Depuis le {since}</span>
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <OwnForm action="/account/security">
              <Send intent="ailleurs">Déconnecter les autres appareils</Send>
            </OwnForm>
          )}
        </Section>

        <Section title="Vos données" id="donnees" className={PART}>
          <p className="mt-2">
            <LineLink href="/account/data">Télécharger mes données</LineLink> (fichier JSON)
          </p>
          <p>
            <LineLink href="/account/delete">Supprimer mon compte</LineLink>
          </p>
        </Section>
      </div>
    </AccountFrame>
  );
}

function Send({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <SubmitRow name="intent" value={intent} className="button w-full sm:w-auto">
      {children}
    </SubmitRow>
  );
}
