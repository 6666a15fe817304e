import { createHmac } from "node:crypto";
import type { CatalogueSync } from "./catalogue-sync.server";
import { type Api, ApiFailure, type RequestOptions } from "./http.server";

export type GuestRequest = ReturnType<typeof guestAt>;

/**
 * Requests to the API in the name of a shopper: one guest there for each order, with a token
 * derived from the form's key.
 */
export function guestAt(api: Api, sync: CatalogueSync, secret: string) {
  const tokenOf = (keyHash: string) =>
    `guest-${createHmac("sha256", secret).update(`order of the API ${keyHash}`).digest("base64url")}`;

  /** @param keyHash of the order's form; its holder may read the order @throws ApiFailure */
  return async (path: string, keyHash: string, rest: RequestOptions = {}): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${tokenOf(keyHash)}`, ...rest.headers };
    try {
      const answer = await api.request(path, { ...rest, headers });
      sync.note();
      return answer;
    } catch (error) {
      if (error instanceof ApiFailure) sync.note(error, path !== "/api/orders");
      throw error;
    }
  };
}
