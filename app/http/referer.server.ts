import { settings } from "~/settings.server";
import { localPath } from "./local-path";

/** The page of this shop that the link or form was on. Behind a proxy Host may be an inner name. */
export function refererPath(request: Request): string | undefined {
  const referrer = request.headers.get("referer");
  if (!referrer || !URL.canParse(referrer)) return undefined;
  const { origin, host, pathname, search } = new URL(referrer);
  const isOurs = origin === settings.siteUrl || host === request.headers.get("host");
  return isOurs ? localPath(`${pathname}${search}`) : undefined;
}
