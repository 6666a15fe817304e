import { localPath } from "~/http/local-path";

/** Pages that make no sense once signed in. */
const ACCESS_PAGES = /^\/gestion\/(?:entree|bienvenue|sortie|preuve)(?:[/?]|$)/;

/** Where signing in leads (S-4): a page of the back office, else its first. */
export function officePath(requested: string | null): string {
  const path = localPath(requested ?? "");
  return path !== undefined && /^\/gestion(?:[/?]|$)/.test(path) && !ACCESS_PAGES.test(path) ? path : "/gestion";
}

/** The address of a page that leads to `back` afterwards. */
export const withOfficePath = (page: string, back: string) =>
  back === "/gestion" ? page : `${page}?retour=${encodeURIComponent(back)}`;
