import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { Field } from "~/components/forms/field";
import { IN_A_MOMENT } from "~/domain/account/access-texts";
import { SIGN_IN_FAILED, staffLoginForm, TOO_OFTEN } from "~/domain/office/staff-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { staffCallerOf, staffSessionOf, staffSignedIn } from "~/session/staff.server";
import { unlessUnavailable } from "~/shop/shop";
import { getStaffService } from "~/shop/shop.server";
import { mintTimedKey } from "~/tokens/timed-key.server";
import { officePath } from "./way-back.server";

export const handle = { private: true, search: "hidden", office: { see: "anybody" } } satisfies RouteHandle;

export async function loader({ request }: LoaderFunctionArgs) {
  await getStaffService();
  const back = officePath(new URL(request.url).searchParams.get("retour"));
  if (await staffSessionOf(request)) throw redirect(back, 303);
  return { back, key: mintTimedKey() };
}

type Refused = FormView<"email" | "motDePasse" | "code"> & { back: string };

/** Known and unknown addresses get the same text and status, in the same time (S-5). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = officePath(text(form, "retour"));
  const { value, ...view } = parseForm(form, staffLoginForm);
  if (!value) return refusal<Refused>({ ...view, back });
  const staff = await getStaffService();
  const proof = { by: "password", password: value.motDePasse, code: value.code } as const;
  const result = await unlessUnavailable(staff.signIn(value.email, proof, await staffCallerOf(request, form)));
  if (result === undefined) return refusal<Refused>({ ...view, back, intro: IN_A_MOMENT }, 503);
  if (result.ok)
    return redirect(back, { status: 303, headers: await staffSignedIn(request, result.staff, result.session) });
  if (result.reason === "limited") return refusal<Refused>({ ...view, back, intro: TOO_OFTEN }, 429);
  return refusal<Refused>({ ...view, back, intro: SIGN_IN_FAILED });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Entrer – Gestion" }];

export default function SignIn() {
  const { back, key } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <ErrorSummary problems={refused.problems} intro={refused.intro} />}
      <div className="page max-w-prose py-8">
        <h1 className="text-2xl">Entrer dans la gestion</h1>
        <Form method="post" action="/gestion/entree" noValidate>
          <input type="hidden" name="retour" value={refused?.back ?? back} />
          <input type="hidden" name="cle" value={key} />
          <Field id="entree-email" label="E-mail" error={refused?.errors.email}>
            {(control) => (
              <input
                {...control}
                name="email"
                type="email"
                autoComplete="username"
                defaultValue={refused?.values.email}
              />
            )}
          </Field>
          <Field id="entree-motDePasse" label="Mot de passe" error={refused?.errors.motDePasse}>
            {(control) => <input {...control} name="motDePasse" type="password" autoComplete="current-password" />}
          </Field>
          <Field id="entree-code" label="Code de l'application, ou code de récupération" error={refused?.errors.code}>
            {(control) => <input {...control} name="code" autoComplete="one-time-code" spellCheck={false} />}
          </Field>
          <p className="mt-6">
            <button type="submit" className="button-primary w-full sm:w-auto">
              Entrer
            </button>
          </p>
        </Form>
      </div>
    </>
  );
}
