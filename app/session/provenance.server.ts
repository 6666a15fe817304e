import { type Provenance, readProvenance } from "~/domain/order/provenance";
import { provenanceCookie } from "./cookies.server";

/** Whether the browser asks not to be followed (Global Privacy Control, Do Not Track). */
export const isUntracked = (header: (name: string) => string | undefined): boolean =>
  header("sec-gpc") === "1" || header("dnt") === "1";

/** What this browser's last visit that came from somewhere says of it. */
export async function provenanceIn(request: Request): Promise<Provenance | undefined> {
  const { headers } = request;
  if (isUntracked((name) => headers.get(name) ?? undefined)) return undefined;
  return readProvenance(await provenanceCookie.parse(headers.get("cookie")));
}
