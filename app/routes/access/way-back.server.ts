import { localPath } from "~/server/local-path";
import { refererPath } from "~/server/referer.server";

/** Pages that nobody wants to come back to once signed in. */
const DOORS = /^\/(?:login|logout|register|forgot-password|reset-password|email-confirmation)(?:[/?]|$)/;

/**
 * Where a shopper goes on after signing in (S-4): where the address says, else the page that the link was on, else home.
 * @param told what address or form say; anything
 */
export function wayBack(told: string | null, request?: Request): string {
  const path = localPath(told ?? "") ?? (request && refererPath(request));
  return path === undefined || DOORS.test(path) ? "/" : path;
}
