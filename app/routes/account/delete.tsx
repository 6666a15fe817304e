import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { passwordField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { AccountFrame } from "~/components/layout/account-frame";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { TOO_OFTEN, WRONG_PASSWORD } from "~/domain/account/access-texts";
import { passwordForm } from "~/domain/account/account-forms";
import { readForm } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { requireAccount, signedOut } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccount(request);
  return null;
}

type Refused = FormView<"motDePasse">;

export async function action({ request }: ActionFunctionArgs) {
  const { id } = await requireAccount(request);
  const { value, ...view } = parseForm(await readForm(request), passwordForm);
  if (!value) return refusal<Refused>(view);
  const { access, accounts } = await getShop();
  const answer = await access.isPassword(id, value.motDePasse);
  if (answer === "limited") return refusal<Refused>({ ...view, intro: TOO_OFTEN }, 429);
  if (answer === "wrong") return refusal<Refused>(withErrors(view, passwordForm.id, { motDePasse: WRONG_PASSWORD }));
  await accounts.close(id);
  return redirectWithSuccess("/", "Votre compte est supprimé.", await signedOut());
}

const TITLE = "Supprimer mon compte";

export const meta = fixedMeta({ title: TITLE });

export default function DeleteAccount() {
  const refused = useActionData<typeof action>();
  const { hasCard } = useLayoutData() ?? {};
  return (
    <AccountFrame current="/account/security" isBelow refused={refused}>
      <div className="max-w-prose">
        <h1 className="text-2xl">{TITLE}</h1>
        <p className="mt-2">
          Votre profil, votre panier
          {hasCard ? ", votre liste de souhaits et les tampons de votre carte" : " et votre liste de souhaits"} sont
          effacés. Vos commandes restent dans notre comptabilité, sans votre nom&nbsp;; celles qui sont en route vous
          sont livrées d'abord.
        </p>
        <OwnForm id="mot" action="/account/delete" noValidate>
          <Fields form="mot" fields={[passwordField]} state={refused} />
          <SubmitRow
            className="button w-full sm:w-auto"
            otherwise={{ href: "/account/security", label: "Garder mon compte" }}
          >
            Supprimer mon compte
          </SubmitRow>
        </OwnForm>
      </div>
    </AccountFrame>
  );
}
