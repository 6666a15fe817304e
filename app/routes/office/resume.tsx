import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData } from "@remix-run/react";
import { fieldOf, TextField } from "~/components/office/fields";
import { Nothing } from "~/components/office/nothing";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { Submit } from "~/components/office/submit";
import { ofName } from "~/domain/values/of-name";
import { readForm, text } from "~/forms/form.server";
import type { RouteHandle } from "~/route-handle";
import { requireStaff } from "~/session/staff.server";
import { getStaffService } from "~/shop/shop.server";
import { carriedForm } from "./carried-form.server";
import { carriedWords } from "./carried-words.server";
import { officePath } from "./office-path.server";

/** A form that came after the session's end: once its person is back it waits for another press. */

export const handle = {
  office: { see: "staff" },
  // A form within a form: its quotes and lines take more room.
  body: { max: 192 * 1024 },
} satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request);
  return null;
}

/** The sign-in sends it on, and nothing is done with it here. Only who wrote it sends it. */
export async function action({ request }: ActionFunctionArgs) {
  const { staff } = await requireStaff(request);
  const form = await readForm(request, handle.body);
  const back = officePath(text(form, "retour"));
  const carried = carriedForm({ back, suite: text(form, "suite") });
  if (!carried) return data({ back });
  const { by, fields } = carried;
  const what = await carriedWords(back, fields);
  if (by === staff.id) return data({ back, what, fields });
  const { people } = await (await getStaffService()).team();
  return data({ back, what, writer: people.find(({ id }) => id === by)?.name ?? UNKNOWN });
}

/** Of a browser that has lost its cookie, or a person who has left. */
const UNKNOWN = "quelqu'un que ce navigateur ne connaît plus";

const TITLE = "Envoyer ce que vous aviez écrit";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

interface Answer {
  back?: string;
  /** What the form would do. */
  what?: string;
  fields?: [name: string, value: string][];
  /** Of a form that another person wrote. */
  writer?: string;
}

/** What people type, by its name; all else goes along unseen. */
const typed: Record<string, { label: string; rows?: number }> = {
  nom: { label: "Nom" },
  prenom: { label: "Prénom" },
  email: { label: "E-mail" },
  telephone: { label: "Téléphone" },
  adresse: { label: "Adresse" },
  remarque: { label: "Remarque", rows: 3 },
  note: { label: "Note", rows: 3 },
  texte: { label: "Note", rows: 3 },
  precision: { label: "Précision" },
  raison: { label: "Raison" },
};

export default function Resume() {
  const { back = "/gestion", what, fields, writer }: Answer = useActionData<typeof action>() ?? {};
  const leave = (
    <Link className="link inline-block py-2" to={back}>
      {fields ? "Revenir à la page sans rien envoyer" : what ? "Revenir à la page" : "Aujourd'hui"}
    </Link>
  );
  if (!fields)
    return (
      <OfficePage title={TITLE}>
        <Nothing
          title={
            writer
              ? `Rien n'a été envoyé\u00a0: ce formulaire est ${ofName(writer)}.`
              : "Il n'y a rien à envoyer\u00a0: ce que cette page avait gardé n'est plus là."
          }
        >
          {what && <p className="mt-2 break-words">{what}</p>}
          <p className="mt-2">{leave}</p>
        </Nothing>
      </OfficePage>
    );
  return (
    <OfficePage title={TITLE} lead={<p className="mt-2">Rien n'a encore été fait. Relisez, puis envoyez.</p>}>
      <p className="panel break-words font-semibold">{what}</p>
      <Form method="post" action={back} noValidate>
        {fields.map(([name, value], index) => {
          const shown = typed[name];
          const field = fieldOf(`reprise-${index}`, name, undefined, value);
          return shown ? (
            <TextField key={field.id} field={field} {...shown} />
          ) : (
            <input key={field.id} type="hidden" name={name} value={value} />
          );
        })}
        <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Submit>Envoyer</Submit>
          {leave}
        </p>
      </Form>
    </OfficePage>
  );
}
