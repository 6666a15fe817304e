import type { ActionFunctionArgs } from "@remix-run/node";
import { TOO_MANY_MAILS, TOO_OFTEN, WRONG_PASSWORD } from "~/domain/account/access-texts";
import { changePasswordForm, emailForm } from "~/domain/account/account-forms";
import { passwordProblem } from "~/domain/account/password";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { callerOf, requireAccount, sessionOf, signedIn } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

/** `form` is the id of the refused form of this page. */
type Refused = FormView<string> & { form: string };

const HERE = "/account/security";

/** Does what the pressed button names; a new e-mail or password needs the current password. */
export async function answerAccountSecurity({ request }: ActionFunctionArgs) {
  const { id, email, firstName, lastName } = await requireAccount(request);
  const form = await readForm(request);
  const { access } = await getShop();

  switch (text(form, "intent")) {
    case "email": {
      const { value, ...view } = parseForm(form, emailForm);
      if (!value) return refuse({ ...view, form: emailForm.id });
      const outcome = await access.changeEmail(id, value.motDePasse, value.email, (await sessionOf(request)) ?? "");
      if (outcome === "unmailed") return refusal<Refused>({ ...view, form: emailForm.id, intro: TOO_MANY_MAILS }, 429);
      if (outcome !== "mailed")
        return refuse({ ...view, form: emailForm.id }, { field: "motDePasse", because: outcome });
      const message = "Nous avons envoyé un lien à votre nouvelle adresse\u00a0: ouvrez-le pour la confirmer.";
      return redirectWithFlash(HERE, { type: "info", message });
    }
    case "confirmer": {
      const outcome = await access.requestConfirmation(id);
      if (outcome === "limited") return refusal<Refused>({ ...NOTHING_TYPED, form: "", intro: TOO_MANY_MAILS }, 429);
      if (outcome === "confirmed")
        return redirectWithFlash(HERE, { type: "info", message: "Votre adresse e-mail est déjà confirmée." });
      const message = "Nous vous avons envoyé un lien\u00a0: ouvrez-le pour confirmer votre adresse.";
      return redirectWithFlash(HERE, { type: "info", message });
    }
    case "mot-de-passe": {
      const shape = changePasswordForm((password) => passwordProblem(password, [email, firstName, lastName]));
      const { value, ...view } = parseForm(form, shape);
      if (!value) return refuse({ ...view, form: shape.id });
      const result = await access.changePassword(id, value.actuel, value.motDePasse, await callerOf(request));
      if (!result.ok) {
        const because = result.reason === "limited" ? "limited" : "wrong";
        return refuse({ ...view, form: shape.id }, { field: "actuel", because });
      }
      const message = "Votre mot de passe est changé. Les autres appareils sont déconnectés.";
      return redirectWithSuccess(HERE, message, await signedIn(result));
    }
    case "ailleurs":
      await access.endOtherSessions(id, (await sessionOf(request)) ?? "");
      return redirectWithSuccess(HERE, "Les autres appareils sont déconnectés.");
    default: {
      const intro = "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la page.";
      return refusal<Refused>({ ...NOTHING_TYPED, form: "", intro });
    }
  }

  function refuse(view: Refused, password?: { field: string; because: "wrong" | "limited" }) {
    if (password?.because === "limited") return refusal<Refused>({ ...view, intro: TOO_OFTEN }, 429);
    return refusal<Refused>(password ? withErrors(view, view.form, { [password.field]: WRONG_PASSWORD }) : view);
  }
}
