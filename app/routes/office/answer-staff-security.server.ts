import type { ActionFunctionArgs } from "@remix-run/node";
import { IN_A_MOMENT, WRONG_PASSWORD } from "~/domain/account/access-texts";
import { deviceName } from "~/domain/account/account";
import { passwordProblem } from "~/domain/account/password";
import {
  appForm,
  firstPasswordForm,
  identityForm,
  PASSKEY_LATE,
  PASSKEY_NOT_MADE,
  passkeyNameForm,
  STAFF_EMAIL_TAKEN,
  STAFF_TOO_OFTEN,
  staffPasswordForm,
  WRONG_CODE,
} from "~/domain/office/staff-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithFlash, redirectWithSuccess } from "~/session/flash.server";
import { passkeyAnswerIn } from "~/session/passkeys.server";
import { showOnce } from "~/session/shown-once.server";
import { requireProof, staffTokenOf } from "~/session/staff.server";
import type { ChangedMeans } from "~/shop/services/staff";
import { ShopUnavailable } from "~/shop/shop";
import { getStaffService } from "~/shop/shop.server";
import { type NewApp, newApp } from "./authenticator-app.server";

/** `form` is the id of the refused form of this page; `cle` the passkey that it is about. */
type Refused = FormView<string> & { form: string; cle?: string; app?: NewApp };

const HERE = "/gestion/securite";

/** Does what the pressed button names, with one's own means of signing in and sessions. */
export async function answerStaffSecurity({ request }: ActionFunctionArgs) {
  const { staff } = await requireProof(request);
  const session = (await staffTokenOf(request)) ?? "";
  const service = await getStaffService();
  const form = await readForm(request);
  const owner = [staff.name, staff.email];
  const cle = text(form, "cle");

  switch (text(form, "intent")) {
    case "enregistrer": {
      const { value, ...view } = parseForm(form, identityForm);
      if (!value) return refuse({ ...view, form: identityForm.id });
      const outcome = await service.setIdentity(staff, { name: value.nom, email: value.email });
      if (outcome === "done") return said("success", "Votre nom et votre e-mail sont enregistrés.");
      return refuse({ ...withErrors(view, identityForm.id, { email: STAFF_EMAIL_TAKEN }), form: identityForm.id });
    }
    case "ajouter": {
      const answer = passkeyAnswerIn(form);
      if (!answer) return said("error", PASSKEY_LATE);
      const isAdded = await service.addPasskey(staff, answer, deviceName(request.headers.get("user-agent") ?? ""));
      return isAdded ? said("success", "Clé d'accès ajoutée.") : refuse({ intro: PASSKEY_NOT_MADE });
    }
    case "renommer": {
      const { value, ...view } = parseForm(form, { ...passkeyNameForm, id: `${passkeyNameForm.id}-${cle}` });
      if (!value) return refuse({ ...view, form: passkeyNameForm.id, cle });
      const isRenamed = await service.renamePasskey(staff, cle, value.nom);
      return isRenamed ? said("success", "Clé d'accès renommée.") : said("error", GONE);
    }
    case "retirer": {
      const outcome = await service.removePasskey(staff, cle);
      if (outcome === "last") return refuse({ intro: LAST });
      return outcome === "done" ? said("success", "Clé d'accès retirée.") : said("error", GONE);
    }
    case "premier": {
      const { value, ...view } = parseForm(form, firstPasswordForm(passwordProblem, owner));
      const app = newApp(staff.email, text(form, "secret"));
      if (!value) return refuse({ ...view, form: "premier", app });
      const { motDePasse, secret, code } = value;
      const means = { password: { current: "", chosen: motDePasse }, app: { secret, code } };
      return setMeans(
        means,
        { ...view, form: "premier", app },
        "Mot de passe et application ajoutés\u00a0: vous pouvez aussi vous connecter ainsi.",
      );
    }
    case "mot-de-passe": {
      const { value, ...view } = parseForm(form, staffPasswordForm(passwordProblem, owner));
      if (!value) return refuse({ ...view, form: "mot" });
      const means = { password: { current: value.actuel, chosen: value.motDePasse } };
      return setMeans(means, { ...view, form: "mot" }, "Votre mot de passe est changé.");
    }
    case "application": {
      const { value, ...view } = parseForm(form, appForm);
      const app = newApp(staff.email, text(form, "secret"));
      if (!value) return refuse({ ...view, form: "application", app });
      return setMeans({ app: value }, { ...view, form: "application", app }, "Votre application est changée.");
    }
    case "codes": {
      const headers = new Headers();
      await showOnce(headers, { codes: await service.renewRecoveryCodes(staff) });
      return redirectWithSuccess("/gestion/codes", "Dix nouveaux codes.", headers);
    }
    case "raccourcis": {
      const areOn = text(form, "raccourcis") === "oui";
      await service.setShortcuts(staff.id, areOn);
      return said("success", areOn ? "Les raccourcis clavier sont actifs." : "Les raccourcis clavier sont désactivés.");
    }
    case "fermer": {
      const count = await service.endSessions(staff.id, staff, { only: text(form, "session") });
      return count > 0 ? said("success", "Session fermée.") : said("error", "Cette session était déjà fermée.");
    }
    case "ailleurs":
      await service.endSessions(staff.id, staff, { except: session });
      return said("success", "Les autres sessions sont fermées.");
    default:
      return refuse({ intro: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la page." });
  }

  async function setMeans(means: ChangedMeans, view: Refused, message: string) {
    try {
      const outcome = await service.setMeans(staff, session, means);
      if (outcome === "done") return said("success", `${message} Les autres sessions sont fermées.`);
      if (outcome === "limited") return refusal<Refused>({ ...view, intro: STAFF_TOO_OFTEN }, 429);
      const errors = outcome === "code" ? { code: WRONG_CODE } : { actuel: WRONG_PASSWORD };
      return refuse(withErrors(view, view.form, errors));
    } catch (error) {
      if (!(error instanceof ShopUnavailable)) throw error;
      return refusal<Refused>({ ...view, intro: IN_A_MOMENT }, 503);
    }
  }
}

const said = (type: "success" | "error", message: string) => redirectWithFlash(HERE, { type, message });

const refuse = (view: Partial<Refused>) => refusal<Refused>({ ...NOTHING_TYPED, form: "", ...view });

const GONE = "Cette clé d'accès n'est plus là.";
const LAST =
  "C'est votre seul moyen d'entrer\u00a0: ajoutez d'abord une autre clé d'accès, ou un mot de passe avec une application.";
