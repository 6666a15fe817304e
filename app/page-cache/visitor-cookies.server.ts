import { LRUCache } from "lru-cache";
import type { PageVariant } from "~/request-context.server";
import { hasOurCookies, liteCookie, visitorCookie } from "~/session/cookies.server";
import { hasFlash } from "~/session/flash.server";
import { themeOf } from "~/session/theme.server";
import { guestOf, sessionOf } from "~/session/visitor.server";
import { wilayaOf } from "~/session/wilaya.server";
import type { VisitorId } from "~/shop/services/guests";

/** What is read from a browser's cookies. */
interface CookieContents extends Pick<PageVariant, "theme" | "wilaya"> {
  /** Scripts of a page failed, so pages come without them. */
  isLite: boolean;
  isStranger: boolean;
  /** The next page shows a message, so it is this visitor's alone. */
  hasFlash: boolean;
  session: string | undefined;
  guest: VisitorId | undefined;
}

const none: CookieContents = {
  theme: null,
  isLite: false,
  isStranger: true,
  hasFlash: false,
  session: undefined,
  guest: undefined,
  wilaya: undefined,
};

/** By the whole header, since a browser sends the same with each request; none of long ones. */
const remembered = new LRUCache<string, CookieContents>({
  maxSize: 5 * 1024 * 1024,
  maxEntrySize: 4 * 1024,
  // The contents of a header take some 600 bytes besides it.
  sizeCalculation: (_, header) => header.length + 600,
});

/** @param cookie header of the request; @returns undefined if it has to be read */
export const knownCookies = (cookie: string | undefined): CookieContents | undefined =>
  cookie === undefined ? none : remembered.get(cookie);

/** @param cookie header of the request */
export async function readCookies(cookie = ""): Promise<CookieContents> {
  const request = new Request("http://shop.invalid/", { headers: { cookie } });
  if (!hasOurCookies(request)) return none;
  const [theme, lite, session, guest, wilaya, hasMessage] = await Promise.all([
    themeOf(request),
    liteCookie.parse(cookie),
    sessionOf(request),
    guestOf(request),
    wilayaOf(request),
    hasFlash(request),
  ]);
  const contents: CookieContents = {
    theme,
    isLite: lite !== null,
    isStranger: false,
    hasFlash: hasMessage,
    session,
    guest,
    wilaya,
  };
  // A guest's token that the shop does not know yet may be known soon.
  if (guest !== undefined || !cookie.includes(`${visitorCookie.name}=`)) remembered.set(cookie, contents);
  return contents;
}
