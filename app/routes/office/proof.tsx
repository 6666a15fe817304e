import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "~/components/office/form-errors";
import { officeMeta } from "~/components/office/office-data";
import { PageHeading } from "~/components/office/page-heading";
import { PasskeyButton } from "~/components/office/passkey-button";
import { Submit } from "~/components/office/submit";
import { IN_A_MOMENT } from "~/domain/account/access-texts";
import { PASSKEY_FAILED, PASSKEY_LATE, PROOF_FAILED, staffProofForm, TOO_OFTEN } from "~/domain/office/staff-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { askForPasskey, passkeyAnswerIn } from "~/session/passkeys.server";
import { requireStaff, staffSignedIn, staffTokenOf } from "~/session/staff.server";
import type { Proof } from "~/shop/services/staff";
import { unlessUnavailable } from "~/shop/shop";
import { getStaffService } from "~/shop/shop.server";
import { CarriedFields } from "./carried-fields";
import { type Carried, carriedIntro, goOn, sentOn } from "./carried-form.server";
import { PasswordAndCode } from "./password-and-code";
import { officePath } from "./way-back.server";

/** Who is signed in says again who they are, before exports, the team and settings. */

export const handle = {
  private: true,
  search: "closed",
  office: { see: "staff" },
  // A form may go along (carried-form.server.ts).
  body: { max: 192 * 1024 },
} satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request);
  const back = officePath(new URL(request.url).searchParams.get("retour"));
  return { back, email: staff.email, ask: askForPasskey() };
}

type Refused = FormView<"motDePasse" | "code"> & Carried;

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request);
  const form = await readForm(request, handle.body);
  const late = sentOn(request, form);
  if (late)
    return refusal<Refused>(
      { ...NOTHING_TYPED, ...late, intro: carriedIntro("Dites d'abord qui vous êtes", late) },
      403,
    );
  const carried: Carried = { back: officePath(text(form, "retour")), suite: text(form, "suite") };

  let proof: Proof;
  let view: FormView<"motDePasse" | "code"> = NOTHING_TYPED;
  if (text(form, "intent") === "cle") {
    const answer = passkeyAnswerIn(form);
    if (!answer) return refusal<Refused>({ ...view, ...carried, intro: PASSKEY_LATE });
    proof = { by: "passkey", answer };
  } else {
    const { value, ...refused } = parseForm(form, staffProofForm);
    if (!value) return refusal<Refused>({ ...refused, ...carried });
    proof = { by: "password", password: value.motDePasse, code: value.code };
    view = refused;
  }
  const session = (await staffTokenOf(request)) ?? "";
  const result = await unlessUnavailable((await getStaffService()).prove(session, proof));
  if (!result) return refusal<Refused>({ ...view, ...carried, intro: IN_A_MOMENT }, 503);
  if (result.ok) return goOn(carried, await staffSignedIn(request, result.staff, result.session));
  if (result.reason === "limited") return refusal<Refused>({ ...view, ...carried, intro: TOO_OFTEN }, 429);
  return refusal<Refused>({ ...view, ...carried, intro: proof.by === "passkey" ? PASSKEY_FAILED : PROOF_FAILED });
}

/** Each form has a passkey's challenge of its own. */
export const shouldRevalidate = () => true;

const TITLE = "Confirmez que c'est vous";

export const meta: MetaFunction<typeof loader> = ({ matches }) => officeMeta(matches, TITLE);

export default function Proving() {
  const { back, email, ask } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <FormErrors problems={refused.problems} intro={refused.intro} />}
      <div className="page office-narrow">
        <PageHeading title={TITLE}>
          <p className="mt-2">La suite touche à l'équipe, à votre sécurité ou à un fichier de commandes.</p>
        </PageHeading>
        <Form method="post" action="/gestion/preuve" noValidate>
          <CarriedFields back={refused?.back ?? back} suite={refused?.suite} />
          {/* Tells password managers whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasskeyButton
            ask={{ sign: ask }}
            action="/gestion/preuve"
            intent="cle"
            className="button-primary w-full sm:w-auto"
          >
            Avec votre clé d'accès
          </PasskeyButton>
          <PasswordAndCode form="preuve" refused={refused} />
          <p className="mt-6">
            <Submit className="button w-full sm:w-auto">Confirmer</Submit>
          </p>
        </Form>
      </div>
    </>
  );
}
