import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { PasswordOwner } from "~/components/forms/password-owner";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { PROOF_FAILED, staffProofForm } from "~/domain/office/staff-forms";
import { readForm } from "~/forms/form.server";
import { parseForm } from "~/forms/parse-form.server";
import type { RouteHandle } from "~/route-handle";
import { askForPasskey } from "~/session/passkeys.server";
import { requireStaff, staffTokenOf } from "~/session/staff.server";
import { getStaffService } from "~/shop/shop.server";
import { answerEntry } from "./answer-entry.server";
import { EntryForm } from "./entry-form";
import { officePath } from "./office-path.server";

/** Who is signed in says again who they are, before exports, the team and settings. */

export const handle = {
  office: { see: "staff" },
  // A form may go along (carried-form.server.ts).
  body: { max: 192 * 1024 },
} satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request);
  const back = officePath(new URL(request.url).searchParams.get("retour"));
  return { back, email: staff.email, ask: askForPasskey() };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request);
  const form = await readForm(request, handle.body);
  const session = (await staffTokenOf(request)) ?? "";
  return answerEntry(request, form, {
    typed: parseForm(form, staffProofForm),
    prove: async (proof) => (await getStaffService()).prove(session, proof),
    why: "Dites d'abord qui vous êtes",
    first: "Confirmez",
    failed: PROOF_FAILED,
  });
}

const TITLE = "Confirmez que c'est vous";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Proving() {
  const { back, email, ask } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage
      title={TITLE}
      refused={refused}
      lead={<p className="mt-2">La suite touche à l'équipe, à votre sécurité ou à un fichier de commandes.</p>}
    >
      <EntryForm
        {...{ id: "preuve", action: "/gestion/preuve", ask: { sign: ask }, back, refused }}
        passkey="Avec votre clé d'accès"
        button="Confirmer"
      >
        <PasswordOwner email={email} />
      </EntryForm>
    </OfficePage>
  );
}
