import type { Database } from "~/database/connection.server";
import { isTaskDone, markTaskDone } from "~/database/one-time-tasks.server";
import { fields } from "~/domain/content/content-values";
import { type Api, ApiFailure } from "./http.server";

/** Milliseconds that its document may take: nobody waits for it, and it may be long. */
const PATIENCE = 5_000;

const changes = ["cancel", "correct"] as const;
/** What shoppers may do with a pending order. */
export type Change = (typeof changes)[number];

export type Abilities = Awaited<ReturnType<typeof openAbilities>>;

/** What this API was seen to do beyond section 7. */
export async function openAbilities(api: Api, { db, transact }: Database, now: () => Date) {
  let honoursKeys = false;
  /** By its document; undefined while it has none that names orders. */
  let documented: ReadonlySet<string> | undefined;
  const nameOf = (change: Change) => `no ${change} at ${api.base}`;
  const missing = new Set<Change>();
  for (const change of changes) if (await isTaskDone(db, nameOf(change))) missing.add(change);

  return {
    /** Two posts with one Idempotency-Key are one order. False until it was seen. */
    get honoursKeys() {
      return honoursKeys;
    },
    /** True until it was seen not to. */
    can: (change: Change) => documented?.has(change) ?? !missing.has(change),
    /** Reads the API's OpenAPI document, and forgets what it does not name. Never fails. */
    async learn() {
      try {
        const { paths } = fields(await api.request("/api/openapi.json", { patience: PATIENCE, repeatable: false }));
        const { "/api/orders": orders, ...others } = fields(paths);
        honoursKeys = /"idempotency-key"/i.test(JSON.stringify(fields(orders).post ?? ""));
        const described = Object.keys(others).filter((path) => path.startsWith("/api/orders/"));
        const isDescribed = (change: Change) => described.some((path) => path.endsWith(`/${change}`));
        documented = orders === undefined ? undefined : new Set(changes.filter(isDescribed));
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        // An answer without a document may be another API's; one that fails is what it was.
        if (error.isOfNoAddress) [honoursKeys, documented] = [false, undefined];
      }
    },
    /** An answer that repeats the key of its request knows keys. */
    noteEcho(headers: Headers, key: string) {
      if (headers.get("idempotency-key") === key) honoursKeys = true;
    },
    /** The API does not know the address of this change; remembered by all processes. */
    async noteMissing(change: Change) {
      missing.add(change);
      await transact((queries) => markTaskDone(queries, nameOf(change), now()));
    },
  };
}
