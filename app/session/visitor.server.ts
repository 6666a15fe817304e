import { createHash, randomBytes } from "node:crypto";
import type { VisitorId } from "~/shop/shop";
import { visitorCookie } from "./cookies.server";

/** Who is looking: nobody in particular until the first addition to a cart or the first order (S-3). */

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The database knows the hash only, so that a copy of it opens no cart and no order. */
function visitorId(token: string): VisitorId {
  return createHash("sha256").update(token).digest("base64url");
}

/** @returns the visitor of this browser; undefined when it has no token, or one that we cannot have made */
export async function visitorOf(request: Request): Promise<VisitorId | undefined> {
  const token: unknown = await visitorCookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && TOKEN.test(token) ? visitorId(token) : undefined;
}

/** The visitor, made if need be; `headers` then carries the new cookie. */
export async function ensureVisitor(request: Request): Promise<{ visitor: VisitorId; headers: Headers }> {
  const headers = new Headers();
  const known = await visitorOf(request);
  if (known) return { visitor: known, headers };
  const token = randomBytes(32).toString("base64url");
  headers.append("Set-Cookie", await visitorCookie.serialize(token));
  return { visitor: visitorId(token), headers };
}
