import { redirect } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import type { Flash } from "~/domain/content/flash";
import { isOpened } from "~/http/page-headers.server";
import { flashStorage, mayHaveFlash } from "./cookies.server";

/** One message that the next page shows, once, by remix-toast. */
const toasts = createToastUtilsWithCustomSession(flashStorage);

/**
 * Takes the message out for a page that a person sees, with its cookie, which would otherwise be
 * read and set again on every page.
 * @param byScripts the router in the browser fetches this page's data, and shows the message
 */
export async function takeFlash(
  request: Request,
  { byScripts = false } = {},
): Promise<{ flash?: Flash; headers: Headers }> {
  const isSeen = isOpened((name) => request.headers.get(name) ?? undefined, byScripts ? "empty" : "document");
  if (request.method !== "GET" || !isSeen || !mayHaveFlash(request)) return { headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  const removal = await flashStorage.destroySession(await flashStorage.getSession());
  const headers = new Headers({ "Set-Cookie": removal });
  if (!toast) return { headers };
  const { type, message, description: about } = toast;
  return { flash: { type, message, ...(about ? { about: about as NonNullable<Flash["about"]> } : {}) }, headers };
}

/** Whether a message waits for the next page. */
export async function hasFlash(request: Request): Promise<boolean> {
  return mayHaveFlash(request) && (await toasts.getToast(request)).toast !== undefined;
}

/** 303 to a page that says what was done. */
export const redirectWithSuccess = (to: string, message: string, headers?: Headers): Promise<Response> =>
  redirectWithFlash(to, { type: "success", message }, headers);

/** 303 to a page that shows the message, so that reload and Back never repeat the action. */
export async function redirectWithFlash(to: string, flash: Flash, headers = new Headers()): Promise<Response> {
  const { about, ...toast } = flash;
  // remix-toast keeps only fields that it knows, such as a description.
  const answer = await toasts.redirectWithToast(to, about ? { ...toast, description: about } : toast);
  for (const cookie of answer.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return redirect(to, { status: 303, headers });
}
