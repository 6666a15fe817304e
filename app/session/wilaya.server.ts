import { addToContext, currentRequest } from "~/request-context.server";
import { wilayaCookie } from "./cookies.server";

/**
 * The wilaya that the visitor chose for delivery, by number: a preference, not signed.
 * The courier may not know it.
 */
export async function wilayaOf(request: Request): Promise<number | undefined> {
  const { wilaya } = currentRequest() ?? {};
  const id: unknown = wilaya ?? (await wilayaCookie.parse(request.headers.get("cookie")));
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id < 1000 ? id : undefined;
}

/** Adds the cookie; the page that answers the form knows the wilaya too. @param id 0 forgets it */
export async function rememberWilaya(id: number, headers = new Headers()): Promise<Headers> {
  addToContext({ wilaya: id });
  headers.append("Set-Cookie", await wilayaCookie.serialize(id || "", id ? {} : { maxAge: 0 }));
  return headers;
}
