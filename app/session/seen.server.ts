import { endingOf, seenCookie } from "./cookies.server";

/** Products that are remembered, of which pages show those that they do not show anyway. */
const MOST = 12;
/** Longer ids come from no catalogue of this shop, and would fill the cookie. */
const LONGEST_ID = 64;

/** Ids of the products that this browser looked at, the last one first; not all need exist. */
export async function seenBy(request: Request): Promise<string[]> {
  const ids: unknown = await seenCookie.parse(request.headers.get("cookie"));
  return Array.isArray(ids) ? ids.filter(isId).slice(0, MOST) : [];
}

/** The cookie with one more product. */
export async function withSeen(request: Request, productId: string): Promise<Headers> {
  const others = (await seenBy(request)).filter((id) => id !== productId);
  const ids = [productId, ...others].filter(isId).slice(0, MOST);
  return new Headers({ "Set-Cookie": await seenCookie.serialize(ids) });
}

export const forgetSeen = (): Promise<Headers> => endingOf(seenCookie);

const isId = (id: unknown): id is string => typeof id === "string" && id.length > 0 && id.length <= LONGEST_ID;
