import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressField, firstNameField, lastNameField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { AccountFrame } from "~/components/layout/account-frame";
import { NO_ORDERS } from "~/components/layout/error-text";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { listedOrder } from "~/components/orders/listed-order";
import { OrderList } from "~/components/orders/order-list";
import { ButtonLink, LineLink, SmallLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { StampCard } from "~/components/ui/stamp-card";
import type { Account } from "~/domain/account/account";
import { profileForm } from "~/domain/account/account-forms";
import { formatPhone } from "~/domain/values/phone";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { requireAccount } from "~/session/visitor.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Unconfirmed } from "./unconfirmed";

/** Orders that are listed here. */
const LATEST = 3;

export async function loader({ request }: LoaderFunctionArgs) {
  const account = await requireAccount(request);
  const { id, email, isConfirmed } = account;
  const { orders } = await getShop();
  const answer = await unlessUnavailable(
    Promise.all([orders.ofAccount(id, { page: 1, size: LATEST }), orders.loyaltyCard(id)]),
  );
  const about = { email, isConfirmed, values: valuesOf(account) };
  // Stamps are counted from orders, and are missing with them.
  if (answer === undefined) return { ...about, orders: null };
  const [{ orders: latest, total }, card] = answer;
  return { ...about, orders: { latest: latest.map(listedOrder), total, card } };
}

const valuesOf = ({ firstName, lastName, phone, address }: Account) => ({
  prenom: firstName,
  nom: lastName,
  telephone: phone && formatPhone(phone),
  adresse: address,
});

const ANOTHER_ACCOUNT =
  "Le compte a changé depuis l'ouverture de cette page\u00a0: rien n'a été enregistré. Vérifiez ces informations, puis recommencez.";

type Refused = FormView<keyof typeof profileForm.schema.shape>;

export async function action({ request }: ActionFunctionArgs) {
  const account = await requireAccount(request);
  const { id, email } = account;
  const form = await readForm(request);
  // Somebody else has signed in since: what was typed is not theirs, and is not shown to them.
  if (text(form, "compte") !== email)
    return refusal<Refused>({ ...NOTHING_TYPED, values: valuesOf(account), intro: ANOTHER_ACCOUNT }, 409);
  const { value, ...view } = parseForm(form, profileForm);
  if (!value) return refusal<Refused>(view);
  const { prenom: firstName, nom: lastName, telephone: phone, adresse: address } = value;
  await (await getShop()).accounts.save(id, { firstName, lastName, phone, address });
  return redirectWithSuccess("/account", "Vos informations sont enregistrées.");
}

export const meta = fixedMeta({
  title: "Mon compte",
  description: "Vos informations et vos commandes.",
});

const optional = { hint: "Facultatif", required: false };
const fields = [
  { ...lastNameField, placeholder: undefined },
  { ...firstNameField, placeholder: undefined },
  { ...phoneField, ...optional },
  { ...addressField(false), ...optional },
];

export default function Profile() {
  const { email, isConfirmed, values, orders } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { hasCard } = useLayoutData() ?? {};
  const state = refused ?? { values, errors: {} };
  return (
    <AccountFrame current="/account" refused={refused}>
      <h1 className="text-2xl">Mon compte</h1>
      <div className="mt-6 grid gap-x-12 gap-y-10 md:grid-cols-2">
        <Section title="Vos informations" id="informations">
          <p className="mt-2 break-words">
            {email} <SmallLink href="/account/security">Changer d'e-mail</SmallLink>
          </p>
          {!isConfirmed && <Unconfirmed />}
          <OwnForm id="profil" action="/account" noValidate>
            <input type="hidden" name="compte" value={email} />
            <Fields form="profil" fields={fields} state={state} />
            <p className="hint mt-2">Ces informations préremplissent votre prochaine commande.</p>
            <SubmitRow className="button w-full sm:w-auto">Enregistrer</SubmitRow>
          </OwnForm>
        </Section>
        {hasCard && (
          <Section title="Votre carte de fidélité" id="fidelite">
            {orders ? (
              <div className="mt-4">
                <StampCard card={orders.card} />
              </div>
            ) : (
              <p className="mt-2">Vos tampons n'ont pas pu être comptés.</p>
            )}
            <p className="mt-3">
              <LineLink href="/loyalty-program">Comment elle fonctionne</LineLink>
            </p>
          </Section>
        )}
      </div>
      <Section title="Vos commandes" id="commandes" className="mt-10">
        {!orders ? (
          <>
            <p className="mt-2">{NO_ORDERS}</p>
            <p className="mt-4">
              <ButtonLink href="/account">Réessayer</ButtonLink>
            </p>
          </>
        ) : orders.total === 0 ? (
          <p className="mt-2">
            Aucune commande pour l'instant.{" "}
            <LineLink href="/account/orders">Ajouter une commande passée sans compte</LineLink>
          </p>
        ) : (
          <>
            <OrderList orders={orders.latest} heading="h3" />
            <p className="mt-4">
              <ButtonLink href="/account/orders">Toutes mes commandes ({orders.total})</ButtonLink>
            </p>
          </>
        )}
      </Section>
    </AccountFrame>
  );
}
