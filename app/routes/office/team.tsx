import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { fieldOf, SelectField, TextField } from "~/components/office/fields";
import { InTwoPresses } from "~/components/office/in-two-presses";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Submit } from "~/components/office/submit";
import { Section } from "~/components/ui/section";
import { roleLabels, type StaffRole, staffRoles } from "~/domain/office/role";
import { inviteForm } from "~/domain/office/staff-forms";
import { formatDateTime } from "~/domain/values/dates";
import { ofName } from "~/domain/values/of-name";
import { plural } from "~/domain/values/plural";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { officeOrigin } from "~/session/passkeys.server";
import { showOnce, takeShownOnce } from "~/session/shown-once.server";
import { requireProof, staffTokenOf } from "~/session/staff.server";
import { settings } from "~/settings.server";
import type { TeamChange } from "~/shop/services/staff";
import { getStaffService } from "~/shop/shop.server";

/** Who works in the shop, for owners: invitations, roles, sessions, and the end of an access. */

export const handle = { office: { see: "team" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireProof(request, "team");
  const { people, invitations } = await (await getStaffService()).team();
  const { shown, headers } = await takeShownOnce(request);
  return data(
    {
      people: people.map(({ since, seen, ...person }) => ({
        ...person,
        since: formatDateTime(since),
        seen: seen && formatDateTime(seen),
        isSelf: person.id === staff.id,
      })),
      invitations: invitations.map(({ expires, ...invitation }) => ({
        ...invitation,
        expires: formatDateTime(expires),
      })),
      invited: shown && "link" in shown ? shown : undefined,
    },
    { headers },
  );
}

const HERE = "/gestion/equipe";
type Refused = FormView<"nom" | "email" | "role">;

export async function action({ request }: ActionFunctionArgs) {
  const { staff: by } = await requireProof(request, "team");
  const form = await readForm(request);
  const service = await getStaffService();
  const id = text(form, "personne");
  // One's own change may end the right to this page.
  const after = id === by.id ? "/gestion" : HERE;

  switch (text(form, "intent")) {
    case "inviter": {
      const { value, ...view } = parseForm(form, inviteForm);
      if (!value) return refusal<Refused>(view);
      return invite({ name: value.nom, email: value.email, role: value.role as StaffRole });
    }
    case "lien": {
      const person = (await service.team()).people.find((one) => one.id === id);
      return person ? invite(person) : said("error", outcomes.unknown);
    }
    case "role": {
      const role = staffRoles.find((one) => one === text(form, "role"));
      if (!role) return refuse("Choisissez un rôle dans la liste.");
      return answer(await service.setRole(id, role, by), "Rôle changé.", after);
    }
    case "fermer": {
      const isSelf = id === by.id;
      const count = await service.endSessions(id, by, isSelf ? { except: (await staffTokenOf(request)) ?? "" } : {});
      return said("success", `${count} ${plural(count, "session fermée", "sessions fermées")}.`);
    }
    case "retirer":
      return answer(await service.endAccess(id, by), "Accès retiré.", after);
    case "annuler":
      await service.endInvitation(text(form, "invitation"), by);
      return said("success", "Invitation annulée.");
    default:
      return refuse("Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la page.");
  }

  async function invite({ id, name, email, role }: { id?: string; name: string; email: string; role: StaffRole }) {
    const isMailed = settings.mail.smtpUrl !== undefined;
    const office = officeOrigin();
    const invited = await service.invite({ id, name, email, role }, by, isMailed ? { mailedFrom: office } : {});
    if (!invited) return said("error", outcomes.unknown);
    // Also where it is mailed: a mail may never arrive.
    const headers = new Headers();
    await showOnce(headers, { link: `${office}/gestion/bienvenue?jeton=${invited.token}`, email });
    const message = isMailed ? `Le lien est envoyé à ${email}. Le voici aussi.` : "Le lien d'invitation est prêt.";
    return redirectWithSuccess(HERE, message, headers);
  }
}

const outcomes: Record<Exclude<TeamChange, "done">, string> = {
  unknown: "Cette personne n'est plus dans l'équipe.",
  "last-owner": "C'est le dernier propriétaire\u00a0: donnez d'abord ce rôle à quelqu'un d'autre.",
};

const said = (type: "success" | "error", message: string, to = HERE) => redirectWithFlash(to, { type, message });
const refuse = (intro: string) => refusal<Refused>({ ...NOTHING_TYPED, intro });
const answer = (outcome: TeamChange, done: string, to: string) =>
  outcome === "done" ? said("success", done, to) : refuse(outcomes[outcome]);

const TITLE = "Équipe";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

const roleOptions = () => staffRoles.map((value) => ({ value, label: roleLabels[value] }));

export default function Team() {
  const { people, invitations, invited } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} count={people.length} refused={refused}>
      {invited && (
        <section className="panel" aria-labelledby="lien">
          <h2 id="lien" className="break-words text-xl">
            {`Lien pour ${invited.email}`}
          </h2>
          <p className="mt-2">
            Envoyez-le à cette personne seulement. Il sert une fois, pendant une heure, et n'est plus montré.
          </p>
          <p className="mt-2 break-words">
            <code>{invited.link}</code>
          </p>
        </section>
      )}
      <ul>
        {people.map((person) => (
          <Person key={person.id} {...person} />
        ))}
      </ul>
      {invitations.length > 0 && (
        <Section title="Invitations en attente" id="invitations" className="mt-8 border-t pt-4">
          <ul>
            {invitations.map(({ id, name, email, role, expires }) => (
              <li key={id} className="mt-3 flex flex-wrap items-end justify-between gap-3">
                <p className="min-w-0 break-words">
                  {name} {email}
                  <span className="block text-sm text-muted">
                    {roleLabels[role]}&nbsp;; lien valable jusqu'au {expires}
                  </span>
                </p>
                <Form method="post" action="/gestion/equipe">
                  <input type="hidden" name="invitation" value={id} />
                  <Submit name="intent" value="annuler" className="button">
                    Annuler<span className="sr-only"> l'invitation de {email}</span>
                  </Submit>
                </Form>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Inviter quelqu'un" id="inviter" className="mt-8 border-t pt-4">
        <Form method="post" action="/gestion/equipe" noValidate>
          <TextField field={fieldOf("invitation", "nom", refused)} label="Nom" required />
          <TextField field={fieldOf("invitation", "email", refused)} label="E-mail" type="email" required />
          <SelectField
            field={fieldOf("invitation", "role", refused, "caller")}
            label="Rôle"
            hint={
              "Confirmation\u00a0: appelle et modifie les commandes. Préparation\u00a0: emballe et remet au livreur."
            }
            options={roleOptions()}
          />
          <p className="mt-6">
            <Submit name="intent" value="inviter" className="button-primary w-full sm:w-auto">
              Inviter
            </Submit>
          </p>
        </Form>
      </Section>
    </OfficePage>
  );
}

function Person(person: ReturnType<typeof useLoaderData<typeof loader>>["people"][number]) {
  const { id, name, email, role, since, seen, sessions, isSelf } = person;
  return (
    <li className="mt-4 border-t pt-4">
      <h2 className="break-words text-lg">
        {name}
        {isSelf && " (vous)"}
      </h2>
      <p className="break-words">
        <span>{`${email}, ${roleLabels[role]}`}</span>
        <span className="block text-sm text-muted">
          Dans l'équipe depuis le {since}.{" "}
          <span>
            {seen
              ? `${sessions} ${plural(sessions, "session ouverte", "sessions ouvertes")}, dernier passage le ${seen}.`
              : "Aucune session ouverte."}
          </span>
        </span>
      </p>
      <details>
        <summary className="link cursor-pointer py-2">
          Modifier<span className="sr-only"> l'accès {ofName(name)}</span>
        </summary>
        <Form method="post" action="/gestion/equipe">
          <input type="hidden" name="personne" value={id} />
          <SelectField
            field={fieldOf(`role-${id}`, "role", undefined, role)}
            label={`Rôle\u00a0: ${name}`}
            options={roleOptions()}
          />
          <div className="mt-4 flex flex-wrap gap-3">
            <Submit name="intent" value="role" className="button">
              Changer le rôle
            </Submit>
            <Submit name="intent" value="lien" className="button">
              Donner un nouveau lien
            </Submit>
            <Submit name="intent" value="fermer" className="button">
              {isSelf ? "Fermer vos autres sessions" : "Fermer ses sessions"}
            </Submit>
          </div>
          <InTwoPresses
            summary={isSelf ? "Retirer votre accès…" : "Retirer l'accès…"}
            id={`retirer-${id}`}
            hint={
              isSelf
                ? "Vos clés, votre mot de passe et les invitations de votre part sont effacés aussitôt\u00a0: pour revenir, il vous faut une invitation."
                : "Ses clés, son mot de passe et les invitations de sa part sont effacés aussitôt\u00a0: pour revenir, il faut une invitation."
            }
          >
            <Submit name="intent" value="retirer" className="button" describedBy={`retirer-${id}`}>
              {isSelf ? "Retirer votre accès" : `Retirer l'accès ${ofName(name)}`}
            </Submit>
          </InTwoPresses>
        </Form>
      </details>
    </li>
  );
}
