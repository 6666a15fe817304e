import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { emailField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { Honeypot } from "~/components/forms/honeypot";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import type { TextFieldSpec } from "~/components/forms/text-control";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { CallOrWrite } from "~/components/ui/contact-links";
import { LineLink, TextLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { contactForm } from "~/domain/content/contact-form";
import { formatPhone } from "~/domain/values/phone";
import { isHoneypotEmpty, readForm, text } from "~/forms/form.server";
import { type FormView, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { settings } from "~/settings.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { isTimedKey, mintTimedKey } from "~/tokens/timed-key.server";
import { Info } from "./info";

/** Private because its form holds a key; it may show OpenStreetMap in a frame (open-maps). */
export const handle = { search: "listed", frames: ["https://www.openstreetmap.org"] } satisfies RouteHandle;

export function loader() {
  return { key: mintTimedKey(), locations: settings.seller.locations };
}

/** What was typed, its errors, and the key for the next try. */
type Refused = FormView<keyof typeof contactForm.schema.shape> & { key: string };

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { value, ...view } = parseForm(form, contactForm);
  const given = text(form, "cle");
  const refuse = (refused: { key: string; intro?: string }, status?: 400 | 409 | 429 | 503) =>
    refusal<Refused>({ ...view, ...refused }, status);
  if (!value) return refuse({ key: isTimedKey(given) ? given : mintTimedKey() });
  // It may be a program, or a browser that filled in every field: the next press sends the message.
  if (!isHoneypotEmpty(form) || !isTimedKey(given))
    return refuse({ intro: "Vérifiez votre message, puis envoyez-le encore une fois.", key: mintTimedKey() });

  const { nom: name, email, sujet: subject, message } = value;
  const address = currentRequest()?.address;
  const letter = { key: given, address, name, email, subject, message };
  const outcome = await unlessUnavailable(getShop().then(({ messages }) => messages.send(letter)));
  // It may have arrived after all: with the same key the next press does not send it twice.
  if (!outcome) return refuse({ intro: "Votre message n'a pas pu être envoyé. Veuillez réessayer.", key: given }, 503);
  if (outcome === "limited") {
    const call = settings.shopPhone ? `, ou appelez-nous au ${formatPhone(settings.shopPhone)}` : "";
    const intro = `Votre message n'a pas été envoyé\u00a0: trop de messages viennent de cette connexion. Réessayez dans une heure${call}.`;
    return refuse({ intro, key: given }, 429);
  }
  if (outcome === "key-used") {
    const intro =
      "Ce formulaire a déjà envoyé un autre message. Pour envoyer aussi celui-ci, envoyez-le encore une fois.";
    return refuse({ intro, key: mintTimedKey() }, 409);
  }
  return redirectWithSuccess("/contact/merci", "Message envoyé avec succès !");
}

export const meta = fixedMeta({
  title: "Contact",
  description:
    "Une pointure, une commande, un retour\u00a0? Contactez la boutique, à Oran. Nous répondons dans les 24\u00a0h, du dimanche au jeudi.",
  canonical: "/contact",
});

const fields: TextFieldSpec[] = [
  { name: "nom", label: "Nom", autoComplete: "name", required: true },
  { ...emailField, hint: "Nous y répondons" },
  { name: "sujet", label: "Sujet", required: true },
  { name: "message", label: "Message", rows: 6, required: true },
];

export default function Contact() {
  const { key, locations } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <ErrorSummary within="page" problems={refused.problems} intro={refused.intro} />}
      <div className="page grid gap-x-12 gap-y-10 py-8 md:grid-cols-[1fr_1fr] lg:grid-cols-[3fr_2fr]">
        <div className="max-w-prose">
          <h1 className="text-2xl">Contact</h1>
          <p className="mt-2">
            Une pointure, une commande, un retour&nbsp;? Écrivez-nous, nous répondons dans les 24&nbsp;h.
          </p>
          {useLayoutData()?.shopPhone && (
            <p className="mt-2 md:hidden">
              Plus vite&nbsp;: <CallOrWrite />.
            </p>
          )}
          <OwnForm id="contact" action="/contact" noValidate>
            <input type="hidden" name="cle" value={refused?.key ?? key} />
            <Fields form="contact" fields={fields} state={refused} />
            <Honeypot />
            <SubmitRow busy="Envoi en cours...">Envoyer</SubmitRow>
            <p className="hint mt-4">
              Votre message est gardé un an, pour y répondre et rien d'autre&nbsp;:{" "}
              <TextLink href="/privacy">confidentialité</TextLink>.
            </p>
          </OwnForm>
        </div>
        <div data-enhance="maps">
          <Info locations={locations} />
          <Answered />
        </div>
      </div>
    </>
  );
}

const CHANGE = { href: "/suivi", label: "La corriger ou l'annuler", text: "Sur sa page, jusqu'à notre appel." };

const answered = [
  { href: "/suivi", label: "Où en est ma commande\u00a0?", text: "Son numéro et votre téléphone suffisent." },
  CHANGE,
  { href: "/faq#retours", label: "Échanger ou rendre une paire", text: "Sous 30\u00a0jours, avec les étapes." },
  { href: "/faq#pointures", label: "Quelle pointure prendre\u00a0?", text: "Mesurez votre pied, en centimètres." },
  {
    href: "/faq#livraison",
    label: "Délais et prix de livraison",
    text: "Pour les 58 wilayas, à domicile ou au point relais.",
  },
];

/** What most messages ask, and where the answer is sooner. */
function Answered() {
  const { canChange } = useLayoutData() ?? {};
  return (
    <Section title="Sans attendre de réponse" id="sans-attendre" className="panel mt-10 first:mt-0">
      <ul className="mt-2">
        {answered
          .filter((entry) => canChange || entry !== CHANGE)
          .map(({ href, label, text }) => (
            <li key={label} className="border-b py-2 last:border-0">
              <LineLink href={href}>{label}</LineLink>
              <p className="text-sm text-muted">{text}</p>
            </li>
          ))}
      </ul>
    </Section>
  );
}
