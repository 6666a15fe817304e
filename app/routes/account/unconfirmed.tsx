import { OwnForm } from "~/components/forms/own-form";
import { SubmitButton } from "~/components/forms/submit-button";

/** Shown while the account's address is unconfirmed, with a button that sends the mail again. */
export function Unconfirmed() {
  return (
    <OwnForm action="/account/security" className="mt-4">
      <p>
        <strong>Adresse à confirmer</strong>&nbsp;: ouvrez le lien que nous y avons envoyé. D'ici là, nous n'y écrivons
        que pour vos commandes.
      </p>
      <div className="mt-3">
        <SubmitButton name="intent" value="confirmer" className="button w-full sm:w-auto">
          Renvoyer l'e-mail
        </SubmitButton>
      </div>
    </OwnForm>
  );
}
