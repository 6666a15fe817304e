import { IN_A_MOMENT } from "~/domain/account/access-texts";
import { PASSKEY_FAILED, PASSKEY_LATE, STAFF_TOO_OFTEN } from "~/domain/office/staff-forms";
import { text } from "~/forms/form.server";
import { type FormView, NOTHING_TYPED } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { passkeyAnswerIn } from "~/session/passkeys.server";
import { staffSignedIn } from "~/session/staff.server";
import type { Proof, StaffSignIn } from "~/shop/services/staff";
import { unlessUnavailable } from "~/shop/shop";
import { type Carried, carriedIntro, goOn, sentOn } from "./carried-form.server";
import { officePath } from "./office-path.server";

type View = FormView<"email" | "motDePasse" | "code">;

interface EntryPage {
  /** The form as it was typed, which a passkey does not need. */
  typed: View & { value?: { motDePasse: string; code: string } | undefined };
  prove(proof: Proof): Promise<StaffSignIn>;
  /** Why the page asks, for a form that was sent on to it. */
  why: string;
  /** What is to be done on the page before anything else. */
  first: string;
  /** For a wrong password or code. */
  failed: string;
}

/** The sign-in and the proof: by passkey, or by password and code. */
export async function answerEntry(request: Request, form: FormData, entry: EntryPage) {
  const refuse = (view: Partial<View> & Carried & { intro?: string }, status?: 403 | 429 | 503) =>
    refusal<View & Carried>({ ...NOTHING_TYPED, ...view }, status);
  const late = await sentOn(request, form);
  if (late) return refuse({ ...late, intro: carriedIntro(entry, late) }, 403);
  const carried: Carried = { back: officePath(text(form, "retour")), suite: text(form, "suite") };

  const isByPasskey = text(form, "intent") === "cle";
  const { value, ...typed } = entry.typed;
  const view = { ...(isByPasskey ? NOTHING_TYPED : typed), ...carried };
  let proof: Proof;
  if (isByPasskey) {
    const answer = passkeyAnswerIn(form);
    if (!answer) return refuse({ ...view, intro: PASSKEY_LATE });
    proof = { by: "passkey", answer };
  } else {
    if (!value) return refuse(view);
    proof = { by: "password", password: value.motDePasse, code: value.code };
  }
  const result = await unlessUnavailable(entry.prove(proof));
  if (!result) return refuse({ ...view, intro: IN_A_MOMENT }, 503);
  if (result.ok) return goOn(carried, await staffSignedIn(request, result.staff, result.session));
  if (result.reason === "limited") return refuse({ ...view, intro: STAFF_TOO_OFTEN }, 429);
  return refuse({ ...view, intro: isByPasskey ? PASSKEY_FAILED : entry.failed });
}
