import { localPath } from "~/http/local-path";

/** Pages that make no sense once signed in. */
const ACCESS_PAGES = /^\/gestion\/(?:entree|bienvenue|sortie|preuve|reprise)(?:[/?]|$)/;

const ORDERS = "/gestion/commandes";

/** The list of orders that one came from, with its filters. */
export function orderListPath(requested: string | null): string {
  const path = officePath(requested);
  return path.split("?", 1)[0] === ORDERS ? path : ORDERS;
}

/** Where signing in leads (S-4): a page of the back office, else its first. */
export function officePath(requested: string | null): string {
  const path = localPath(requested ?? "");
  return path !== undefined && /^\/gestion(?:[/?]|$)/.test(path) && !ACCESS_PAGES.test(path) ? path : "/gestion";
}
