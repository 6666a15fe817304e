import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormPage } from "~/components/forms/form-page";
import { Honeypot } from "~/components/forms/honeypot";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { fixedMeta } from "~/components/layout/page-meta";
import { newsletterForm } from "~/domain/content/contact-form";
import { isHoneypotEmpty, readForm } from "~/forms/form.server";
import { parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";

export const handle = { private: false, search: "listed" } satisfies RouteHandle;

/**
 * Also the action of the form in every footer, which has no key: an address is subscribed once,
 * however often it is posted, and the answer is the same for known and unknown ones.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { value, ...view } = parseForm(form, newsletterForm);
  if (!value) return refusal(view);
  if (!isHoneypotEmpty(form))
    return refusal({ ...view, intro: "Vérifiez votre adresse, puis inscrivez-vous encore une fois." });
  const outcome = await (await getShop()).newsletter.subscribe(value.email, currentRequest()?.address);
  if (outcome === "limited") {
    const intro = "Trop d'inscriptions viennent de cette connexion\u00a0: réessayez dans une heure.";
    return refusal({ ...view, intro }, 429);
  }
  return redirect("/newsletter/merci", 303);
}

export const meta = fixedMeta({
  title: "Newsletter",
  description:
    "Nos nouveautés et nos offres par e-mail, de temps en temps. Votre adresse ne sert qu'à cela, et vous vous désinscrivez d'un clic.",
  canonical: "/newsletter",
});

export default function Newsletter() {
  const refused = useActionData<typeof action>();
  return (
    <FormPage title="Newsletter" refused={refused}>
      <p className="mt-2">Nos nouveautés et nos offres par e-mail, de temps en temps.</p>
      <OwnForm action="/newsletter" noValidate>
        <Field
          id="newsletter-email"
          label="E-mail"
          hint="Nous vous envoyons un lien pour confirmer. Chaque e-mail permet de se désinscrire d'un clic."
          error={refused?.errors.email}
        >
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              defaultValue={refused?.values.email}
              placeholder="nom@exemple.com"
              autoComplete="email"
              required
            />
          )}
        </Field>
        <Honeypot />
        <SubmitRow>S'inscrire</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
