import { localPath } from "~/http/local-path";

/** Pages that make no sense once signed in. */
const ACCESS_PAGES = /^\/gestion\/(?:entree|bienvenue|sortie|preuve|reprise)(?:[/?]|$)/;

/** Where signing in leads (S-4): a page of the back office, else its first. */
export function officePath(requested: string | null): string {
  const path = localPath(requested ?? "");
  return path !== undefined && /^\/gestion(?:[/?]|$)/.test(path) && !ACCESS_PAGES.test(path) ? path : "/gestion";
}
