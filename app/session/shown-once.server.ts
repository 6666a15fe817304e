import * as z from "zod/v4-mini";
import { endingOf, shownOnceCookie } from "./cookies.server";

/**
 * What the next page shows once and the database has only as a hash: recovery codes, or the link of
 * an invitation. It travels in a cookie that no script reads and that this page ends.
 */

const schema = z.union([z.object({ codes: z.array(z.string()) }), z.object({ link: z.string(), email: z.string() })]);
type ShownOnce = z.infer<typeof schema>;

/** Adds the cookie to the answer that leads to the page. */
export async function showOnce(headers: Headers, what: ShownOnce): Promise<void> {
  headers.append("Set-Cookie", await shownOnceCookie.serialize(what));
}

/** Takes it out for a page that a person sees, with the cookie's end. */
export async function takeShownOnce(request: Request): Promise<{ shown?: ShownOnce; headers: Headers }> {
  const value = schema.safeParse(await shownOnceCookie.parse(request.headers.get("cookie")));
  if (request.method !== "GET" || !value.success) return { headers: new Headers() };
  return { shown: value.data, headers: await endingOf(shownOnceCookie) };
}
