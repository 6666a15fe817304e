import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { fieldOf, TextField } from "~/components/office/fields";
import { FormErrors } from "~/components/office/form-errors";
import { officeMeta } from "~/components/office/office-data";
import { PageHeading } from "~/components/office/page-heading";
import { PasskeyButton } from "~/components/office/passkey-button";
import { Submit } from "~/components/office/submit";
import { IN_A_MOMENT } from "~/domain/account/access-texts";
import { PASSKEY_FAILED, PASSKEY_LATE, SIGN_IN_FAILED, staffLoginForm, TOO_OFTEN } from "~/domain/office/staff-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { askForPasskey, passkeyAnswerIn } from "~/session/passkeys.server";
import { staffCallerOf, staffSessionOf, staffSignedIn } from "~/session/staff.server";
import type { Proof } from "~/shop/services/staff";
import { unlessUnavailable } from "~/shop/shop";
import { getStaffService } from "~/shop/shop.server";
import { mintTimedKey } from "~/tokens/timed-key.server";
import { CarriedFields } from "./carried-fields";
import { type Carried, carriedIntro, goOn, sentOn } from "./carried-form.server";
import { PasswordAndCode } from "./password-and-code";
import { officePath } from "./way-back.server";

export const handle = {
  private: true,
  search: "closed",
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

type Refused = FormView<"email" | "motDePasse" | "code"> & Carried;

/** Known and unknown addresses get the same text and status, in the same time (S-5). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, handle.body);
  const late = sentOn(request, form);
  if (late)
    return refusal<Refused>({ ...NOTHING_TYPED, ...late, intro: carriedIntro("Votre session a pris fin", late) }, 403);
  const carried: Carried = { back: officePath(text(form, "retour")), suite: text(form, "suite") };
  const from = await staffCallerOf(request, form);
  const staff = await getStaffService();
  const signIn = (email: string, proof: Proof) => unlessUnavailable(staff.signIn(email, proof, from));

  if (text(form, "intent") === "cle") {
    const answer = passkeyAnswerIn(form);
    if (!answer) return refusal<Refused>({ ...NOTHING_TYPED, ...carried, intro: PASSKEY_LATE });
    const result = await signIn("", { by: "passkey", answer });
    if (result?.ok) return signedIn(result.staff, result.session);
    if (!result) return refusal<Refused>({ ...NOTHING_TYPED, ...carried, intro: IN_A_MOMENT }, 503);
    return refusal<Refused>({ ...NOTHING_TYPED, ...carried, intro: PASSKEY_FAILED });
  }

  const { value, ...view } = parseForm(form, staffLoginForm);
  if (!value) return refusal<Refused>({ ...view, ...carried });
  const result = await signIn(value.email, { by: "password", password: value.motDePasse, code: value.code });
  if (result?.ok) return signedIn(result.staff, result.session);
  if (!result) return refusal<Refused>({ ...view, ...carried, intro: IN_A_MOMENT }, 503);
  if (result.reason === "limited") return refusal<Refused>({ ...view, ...carried, intro: TOO_OFTEN }, 429);
  return refusal<Refused>({ ...view, ...carried, intro: SIGN_IN_FAILED });

  async function signedIn(...who: [Parameters<typeof staffSignedIn>[1], string]) {
    return goOn(carried, await staffSignedIn(request, ...who));
  }
}

/** Each form has a passkey's challenge of its own. */
export const shouldRevalidate = () => true;

const TITLE = "Entrer dans la gestion";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...officeMeta(matches, TITLE),
  ...(data?.isFromElsewhere ? [{ httpEquiv: "refresh", content: `0;url=${data.back}` }] : []),
];

export default function SignIn() {
  const { back, key, ask } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <FormErrors problems={refused.problems} intro={refused.intro} />}
      <div className="page office-narrow">
        <PageHeading title={TITLE} />
        <Form method="post" action="/gestion/entree" noValidate>
          <CarriedFields back={refused?.back ?? back} suite={refused?.suite} />
          <input type="hidden" name="cle" value={key} />
          <PasskeyButton
            ask={{ sign: ask }}
            action="/gestion/entree"
            intent="cle"
            className="button-primary w-full sm:w-auto"
          >
            Entrer avec une clé d'accès
          </PasskeyButton>
          <TextField
            field={fieldOf("entree", "email", refused)}
            label="E-mail"
            type="email"
            autoComplete="username"
            required
          />
          <PasswordAndCode form="entree" refused={refused} />
          <p className="mt-6">
            <Submit className="button w-full sm:w-auto">Entrer</Submit>
          </p>
        </Form>
        <p className="hint mt-6">
          Clé d'accès et codes perdus&nbsp;? Un propriétaire vous donne un nouveau lien depuis Équipe.
        </p>
      </div>
    </>
  );
}
