import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { fieldOf, TextField } from "~/components/office/fields";
import { officeMeta } from "~/components/office/office-data";
import { OfficePage } from "~/components/office/office-page";
import { SIGN_IN_FAILED, staffLoginForm } from "~/domain/office/staff-forms";
import { readForm } from "~/forms/form.server";
import { parseForm } from "~/forms/parse-form.server";
import type { RouteHandle } from "~/route-handle";
import { askForPasskey } from "~/session/passkeys.server";
import { staffCallerOf, staffSessionOf } from "~/session/staff.server";
import { getStaffService } from "~/shop/shop.server";
import { mintTimedKey } from "~/tokens/timed-key.server";
import { answerEntry } from "./answer-entry.server";
import { EntryForm } from "./entry-form";
import { officePath } from "./office-path.server";

export const handle = {
  office: { see: "anybody" },
  // A form may go along (carried-form.server.ts).
  body: { max: 192 * 1024 },
} satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await getStaffService();
  const back = officePath(new URL(request.url).searchParams.get("retour"));
  if (await staffSessionOf(request)) throw redirect(back, 303);
  // A link on another site brings no cookie of who is signed in; the page's own next request does.
  const isFromElsewhere = request.headers.get("sec-fetch-site") === "cross-site";
  return { back, key: mintTimedKey(), ask: askForPasskey(), isFromElsewhere };
}

/** Known and unknown addresses get the same text and status, in the same time (S-5). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, handle.body);
  const typed = parseForm(form, staffLoginForm);
  const from = await staffCallerOf(request, form);
  const staff = await getStaffService();
  return answerEntry(request, form, {
    typed,
    prove: (proof) => staff.signIn(typed.value?.email ?? "", proof, from),
    why: "Votre session a pris fin",
    first: "Connectez-vous",
    failed: SIGN_IN_FAILED,
  });
}

const TITLE = "Entrer dans la gestion";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...officeMeta(matches, TITLE),
  ...(data?.isFromElsewhere ? [{ httpEquiv: "refresh", content: `0;url=${data.back}` }] : []),
];

export default function SignIn() {
  const { back, key, ask } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <OfficePage title={TITLE} refused={refused}>
      <EntryForm
        {...{ id: "entree", action: "/gestion/entree", ask: { sign: ask }, back, refused }}
        passkey="Entrer avec une clé d'accès"
        button="Entrer"
      >
        <input type="hidden" name="cle" value={key} />
        <TextField
          field={fieldOf("entree", "email", refused)}
          label="E-mail"
          type="email"
          autoComplete="username"
          required
        />
      </EntryForm>
      <p className="hint mt-6">
        Clé d'accès et codes perdus&nbsp;? Un propriétaire vous donne un nouveau lien depuis Équipe.
      </p>
    </OfficePage>
  );
}
