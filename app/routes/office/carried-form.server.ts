import { redirect } from "@remix-run/node";
import * as z from "zod/v4-mini";
import { redirectWithSuccess } from "~/session/flash.server";
import { officePath } from "./way-back.server";

/**
 * A form that came after the session's end, or without a fresh proof. It goes along with the
 * sign-in as one hidden field, `suite`, and is shown again then (resume.tsx); nothing stores it.
 */
export interface Carried {
  /** The page that it is of. */
  back: string;
  /** Its fields as JSON; empty where nothing goes along. */
  suite: string;
}

/** A form with one of these is typed again. */
const SECRETS = ["actuel", "motDePasse", "confirmation", "secret", "code", "defi", "signature"];

/**
 * The form of another page, which `requireStaff` has sent on to this one.
 * @returns undefined for the page's own form, whose address has no parameter
 */
export function sentOn(request: Request, form: FormData): Carried | undefined {
  const page = new URL(request.url).searchParams.get("retour");
  if (page === null) return undefined;
  const back = officePath(page);
  const isCarried = back !== "/gestion" && !SECRETS.some((name) => form.has(name));
  return { back, suite: isCarried ? JSON.stringify([...form]) : "" };
}

const fields = z.array(z.tuple([z.string(), z.string()]));

/** @returns the fields of such a form; none of what is not one */
export function carriedFields(suite: string): [name: string, value: string][] {
  try {
    return fields.parse(JSON.parse(suite));
  } catch {
    return [];
  }
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
