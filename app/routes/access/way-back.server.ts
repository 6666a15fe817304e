import { localPath } from "~/server/local-path";

/** Pages that nobody wants to come back to once signed in. */
const DOORS = /^\/(?:login|logout|register|forgot-password|reset-password|email-confirmation)(?:[/?]|$)/;

/**
 * Where a shopper goes on after signing in (S-4): where the address says, else the page that the link was on, else home.
 * @param told what address or form say; anything
 */
export function wayBack(told: string | null, request?: Request): string {
  const path = localPath(told ?? "") ?? cameFrom(request);
  return path === undefined || DOORS.test(path) ? "/" : path;
}

/** The page of this shop that the link was on. */
function cameFrom(request: Request | undefined): string | undefined {
  const referrer = request?.headers.get("referer");
  if (!request || !referrer || !URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  return host === request.headers.get("host") ? localPath(`${pathname}${search}`) : undefined;
}
