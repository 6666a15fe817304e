import { localPath } from "~/http/local-path";
import { refererPath } from "~/http/referer.server";

/** Pages that make no sense once signed in. */
const ACCESS_PAGES = /^\/(?:login|logout|register|forgot-password|reset-password|email-confirmation)(?:[/?]|$)/;

/**
 * The path to open after signing in (S-4): the requested one, else the page with the link, else /.
 * @param requested from the address or the form, unchecked
 */
export function returnPath(requested: string | null, request?: Request): string {
  const path = localPath(requested ?? "") ?? (request && refererPath(request));
  return path === undefined || ACCESS_PAGES.test(path) ? "/" : path;
}

/** The address of a page for signing in or registering that leads to `back` afterwards. */
export const withReturnPath = (page: string, back: string) =>
  back === "/" ? page : `${page}?retour=${encodeURIComponent(back)}`;
