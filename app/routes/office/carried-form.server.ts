import { redirect } from "@remix-run/node";
import { SECRETS } from "~/forms/parse-form.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { lastStaffOf } from "~/session/staff.server";
import { isSignatureOf, signatureOf } from "~/tokens/signature.server";
import { officePath } from "./office-path.server";

/**
 * A form that came after the session's end, or without a fresh proof. It goes along with the
 * sign-in as one hidden field, `suite`, and is shown again then (resume.tsx); nothing stores it.
 */
export interface Carried {
  /** The page that it is of. */
  back: string;
  /** Who wrote it, and its fields as JSON, signed; empty where nothing goes along. */
  suite: string;
}

/** A form with one of these is typed again. */
const UNCARRIED = [...SECRETS, "secret", "defi", "signature"];

/**
 * The form of another page, which `requireStaff` has sent on to this one.
 * @returns undefined for the page's own form, whose address has no parameter
 */
export async function sentOn(request: Request, form: FormData): Promise<Carried | undefined> {
  const page = new URL(request.url).searchParams.get("retour");
  if (page === null) return undefined;
  const back = officePath(page);
  const isCarried = back !== "/gestion" && !UNCARRIED.some((name) => form.has(name));
  if (!isCarried) return { back, suite: "" };
  const content = `${(await lastStaffOf(request)) ?? ""}.${JSON.stringify([...form])}`;
  return { back, suite: `${signatureOf(PURPOSE, `${back} ${content}`)}.${content}` };
}

const PURPOSE = "carried form";
const SUITE = /^([\w-]{22})\.(([\w-]*)\.(.*))$/s;

/** @returns such a form and who wrote it; undefined for what is none of this shop */
export function carriedForm({
  back,
  suite,
}: Carried): { by: string; fields: [name: string, value: string][] } | undefined {
  const [, signature = "", content = "", by = "", fields = ""] = SUITE.exec(suite) ?? [];
  return isSignatureOf(PURPOSE, `${back} ${content}`, signature) ? { by, fields: JSON.parse(fields) } : undefined;
}

/** @param why the sign-in is asked for; `first` is what it is called on its page */
export const carriedIntro = ({ why, first }: { why: string; first: string }, { suite }: Carried): string =>
  suite === ""
    ? `${why}\u00a0: rien n'a été fait. ${first}, puis recommencez.`
    : `${why}\u00a0: rien n'a encore été fait. Ce que vous avez écrit est gardé\u00a0: ${first.toLowerCase()}, relisez, puis envoyez.`;

/** The file of orders, which leaves the browser on the page that it was on. */
const EXPORT = "/gestion/commandes/export";

/** After the sign-in: to the page, or to where the form waits for another press, by 307 with it. */
export async function goOn({ back, suite }: Carried, headers: Headers): Promise<Response> {
  if (suite !== "") return redirect("/gestion/reprise", { status: 307, headers });
  if (!back.startsWith(EXPORT)) return redirect(back, { status: 303, headers });
  const message = "C'est vérifié\u00a0: «\u00a0Exporter en CSV\u00a0» donne maintenant le fichier.";
  return redirectWithSuccess(back.replace(EXPORT, "/gestion/commandes"), message, headers);
}
