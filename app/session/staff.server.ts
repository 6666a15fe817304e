import { randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { deviceName } from "~/domain/account/account";
import { byStaff } from "~/domain/office/journal";
import { type Ability, roleMay, type Staff } from "~/domain/office/role";
import { MINUTE } from "~/domain/values/durations";
import { localPath } from "~/http/local-path";
import { currentRequest } from "~/request-context.server";
import type { SignedInStaff, StaffCaller } from "~/shop/services/staff";
import { getStaffService } from "~/shop/shop.server";
import { isSignatureOf, signatureOf } from "~/tokens/signature.server";
import { isFilledIn } from "~/tokens/timed-key.server";
import { endingOf, staffBrowserCookie, staffCookie } from "./cookies.server";
import { tokenIn } from "./visitor.server";

/** Who of the staff is signed in. Only the back office's own pages ask. */

/** How long a proof counts as fresh. */
const FRESH = 10 * MINUTE;

/** @returns undefined for nobody, or a session that has ended */
export async function staffSessionOf(request: Request): Promise<SignedInStaff | undefined> {
  const session = await staffTokenOf(request);
  return session === undefined ? undefined : (await getStaffService()).staffOf(session);
}

/** The token of this browser's session, which may have ended. */
export const staffTokenOf = (request: Request) => tokenIn(staffCookie, request);

/**
 * The person who is signed in, for every loader and action of the back office.
 * @returns also as whom the journal names them
 * @throws a redirect to the sign-in; a 404 page for a role that may not, and on another shop's API
 */
export async function requireStaff(request: Request, ability?: Ability) {
  // Also without a session: there is no back office on another shop's API.
  await getStaffService();
  const session = await staffSessionOf(request);
  if (!session) throw wayTo("/gestion/entree", request);
  if (ability && !roleMay(session.staff.role, ability)) throw new Response(null, { status: 404 });
  return { ...session, by: byStaff(session.staff) };
}

/**
 * The same with a proof of the last ten minutes, for exports, staff and settings.
 * @throws also a redirect to the page that asks for it
 */
export async function requireProof(request: Request, ability?: Ability) {
  const session = await requireStaff(request, ability);
  if (Date.now() - session.provedAt.getTime() > FRESH) throw wayTo("/gestion/preuve", request);
  return session;
}

/** By 307 browsers send a form along, so that nothing typed is lost (carried-form.server.ts). */
function wayTo(page: string, { method, url }: Request): Response {
  const { pathname, search } = new URL(url);
  const isForm = method === "POST";
  if (pathname === "/gestion" && !isForm) return redirect(page, 303);
  const back = localPath(`${pathname}${search}`) ?? "/gestion";
  return redirect(`${page}?retour=${encodeURIComponent(back)}`, isForm ? 307 : 303);
}

const PURPOSE = "browser of staff";
const BROWSER = /^([\w-]{1,64})\.([\w-]{22})\.([\w-]{22})$/;

/** @param form a posted form with a key (timed-key.server.ts) */
export async function staffCallerOf(request: Request, form?: FormData): Promise<StaffCaller> {
  return {
    address: currentRequest()?.address,
    browser: await browserOf(request),
    session: await staffTokenOf(request),
    device: deviceName(request.headers.get("user-agent") ?? ""),
    filledIn: form !== undefined && isFilledIn(form),
  };
}

async function browserOf(request: Request): Promise<StaffCaller["browser"]> {
  const value: unknown = await staffBrowserCookie.parse(request.headers.get("cookie"));
  const [, staff = "", id = "", signature = ""] = BROWSER.exec(typeof value === "string" ? value : "") ?? [];
  return isSignatureOf(PURPOSE, `${staff}.${id}`, signature) ? { staff, id } : undefined;
}

/** Who is signed in, or was last in this browser. @returns their id */
export const lastStaffOf = async (request: Request): Promise<string | undefined> =>
  (await staffSessionOf(request))?.staff.id ?? (await browserOf(request))?.staff;

/** Cookies of a browser in which this person has just signed in. */
export async function staffSignedIn(request: Request, { id }: Staff, session: string): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await staffCookie.serialize(session) });
  if ((await browserOf(request))?.staff !== id) {
    const known = `${id}.${randomBytes(16).toString("base64url")}`;
    headers.append("Set-Cookie", await staffBrowserCookie.serialize(`${known}.${signatureOf(PURPOSE, known)}`));
  }
  return headers;
}

export const staffSignedOut = (): Promise<Headers> => endingOf(staffCookie);
