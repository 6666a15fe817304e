import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  firstNameField,
  lastNameField,
  newPasswordField,
  repeatedPasswordField,
  usernameField,
} from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { useLayoutData } from "~/components/layout/layout-data";
import { layoutDataIn, type Matches, pageMeta } from "~/components/layout/page-meta";
import { LineLink, TextLink } from "~/components/ui/links";
import { EMAIL_TAKEN, IN_A_MOMENT, TOO_MANY_MAILS } from "~/domain/account/access-texts";
import { registerForm } from "~/domain/account/account-forms";
import { passwordProblem } from "~/domain/account/password";
import type { Order } from "~/domain/order/order";
import { maskPhone } from "~/domain/values/phone";
import { readForm, text } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import { redirectToKept } from "~/session/refused-cookies.server";
import { accountOf, callerOf, guestOf, signedIn } from "~/session/visitor.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { mintTimedKey } from "~/tokens/timed-key.server";
import { returnPath, withReturnPath } from "./return-path.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const back = returnPath(new URL(request.url).searchParams.get("retour"), request);
  if (!currentRequest()?.isRefused && (await accountOf(request))) throw redirect("/account", 303);
  const { firstName = "", lastName = "", phone = "" } = (await guestOrder(request, back))?.recipient ?? {};
  // An order may name its recipient by one of both names; an account has both.
  const recipient = firstName && lastName ? { firstName, lastName, phone: maskPhone(phone) } : undefined;
  return { back, key: mintTimedKey(), recipient };
}

/** The guest's order whose page leads here: its recipient becomes the account's profile. */
async function guestOrder(request: Request, back: string): Promise<Order | undefined> {
  const number = /^\/commande\/([^/?]+)$/.exec(back)?.[1];
  if (number === undefined) return undefined;
  const { orders } = await getShop();
  return unlessUnavailable(orders.read(number, await guestOf(request)));
}

type Refused = FormView<keyof ReturnType<typeof registerForm>["schema"]["shape"]> & { back: string; isTaken?: boolean };

/** The account exists at once; a mail confirms its address (decision 032). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = returnPath(text(form, "retour"));
  const shape = registerForm(passwordProblem);
  const { value, ...parsed } = parseForm(form, shape);
  const view = { ...parsed, back };
  if (!value) return refusal<Refused>(view);
  const { prenom: firstName, nom: lastName, email, motDePasse: password } = value;
  const { access, accounts, orders } = await getShop();
  const caller = await callerOf(request, form);
  const order = await guestOrder(request, back);
  const result = await unlessUnavailable(access.register({ email, password, firstName, lastName }, caller));
  if (result === undefined)
    return refusal<Refused>({ ...view, intro: `Impossible de créer le compte. ${IN_A_MOMENT}` }, 503);
  if (result.ok) {
    if (order) {
      const { phone, address } = order.recipient;
      const { id } = result.account;
      await unlessUnavailable(accounts.save(id, { firstName, lastName, phone, address }));
      await unlessUnavailable(orders.attach(order.number, phone, id, caller.address));
    }
    const mail = result.isMailed ? " Un e-mail vous attend pour confirmer votre adresse." : "";
    const message = `Bienvenue ${firstName}, votre compte est ouvert.${mail}`;
    return redirectToKept(request, { to: back, what: "compte", message }, await signedIn(result));
  }
  if (result.reason === "limited") return refusal<Refused>({ ...view, intro: TOO_MANY_MAILS }, 429);
  return refusal<Refused>({ ...withErrors(view, shape.id, { email: EMAIL_TAKEN }), isTaken: true });
}

export const meta = ({ matches }: { matches: Matches }) =>
  pageMeta(matches, {
    title: "Inscription",
    description: `Créez votre compte\u00a0: vos ${keptIn(layoutDataIn(matches))}.`,
  });

const keptIn = ({ hasCard = false }: { hasCard?: boolean } = {}) =>
  hasCard ? "commandes, votre liste de souhaits et votre carte de fidélité" : "commandes et votre liste de souhaits";

const nameFields = [lastNameField, firstNameField];
const fields = [
  { ...usernameField, hint: "Nous y envoyons un lien pour la confirmer" },
  newPasswordField,
  repeatedPasswordField,
  {
    name: "conditions",
    value: "oui",
    words: [
      "J'accepte les ",
      { href: "/terms", text: "conditions générales de vente" },
      " et la ",
      { href: "/privacy", text: "politique de confidentialité" },
    ],
  },
];

export default function Register() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const back = refused?.back ?? loaded.back;
  const isNameWrong = Boolean(refused?.errors.prenom || refused?.errors.nom);
  const recipient = isNameWrong ? undefined : loaded.recipient;
  return (
    <FormPage
      title="Inscription"
      refused={refused}
      otherwise={
        refused?.isTaken && (
          <p className="mt-2 flex flex-wrap gap-x-6">
            <LineLink href={withReturnPath("/login", back)}>Se connecter</LineLink>
            <LineLink href="/forgot-password">Choisir un nouveau mot de passe</LineLink>
          </p>
        )
      }
    >
      <p className="mt-2">
        {`Vos ${keptIn(useLayoutData())} au même endroit. Vous avez déjà un compte\u00a0? `}
        <TextLink href={withReturnPath("/login", back)}>Connectez-vous</TextLink>.
      </p>
      {recipient && (
        <p className="panel mt-6">
          Avec les coordonnées de votre commande&nbsp;: {recipient.firstName} {recipient.lastName}, {recipient.phone}.
          Il ne manque qu'une adresse e-mail et un mot de passe&nbsp;; le reste se change dans votre profil.
        </p>
      )}
      <OwnForm id="inscription" action="/register" noValidate>
        <input type="hidden" name="retour" value={back} />
        <input type="hidden" name="cle" value={loaded.key} />
        {recipient && (
          <>
            <input type="hidden" name="nom" value={recipient.lastName} />
            <input type="hidden" name="prenom" value={recipient.firstName} />
          </>
        )}
        <Fields form="inscription" fields={recipient ? fields : [...nameFields, ...fields]} state={refused} />
        <SubmitRow>Créer mon compte</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
