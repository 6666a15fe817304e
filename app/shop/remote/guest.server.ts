import { createHmac } from "node:crypto";
import { type Fields, fields } from "~/domain/content-values";
import { ShopUnavailable } from "../shop";
import { type Api, ApiFailure, type Ask } from "./http.server";
import type { Sync } from "./sync.server";

/** Whoever orders at the API for a shopper. */
export interface Guest {
  /**
   * @param keyHash of the order's form: whoever has it is who may read the order
   * @throws ApiFailure
   */
  ask(path: string, keyHash: string, rest?: Ask): Promise<Fields>;
  /** @throws ShopUnavailable instead of what is not an answer */
  away(problem: string, error: unknown): never;
}

/** For each order this shop is a guest of its own there, by a token that is made of the form's key and kept nowhere. */
export function guestAt(api: Api, sync: Sync, secret: string): Guest {
  const tokenOf = (keyHash: string) =>
    `guest-${createHmac("sha256", secret).update(`order of the API ${keyHash}`).digest("base64url")}`;

  async function ask(path: string, keyHash: string, rest: Ask = {}): Promise<Fields> {
    const headers = { Authorization: `Bearer ${tokenOf(keyHash)}`, ...rest.headers };
    try {
      const answer = await api.ask(path, { ...rest, headers });
      sync.note();
      return fields(answer);
    } catch (error) {
      // Who has too much to do is there.
      if (error instanceof ApiFailure) sync.note(error.isBusy ? undefined : error);
      throw error;
    }
  }

  function away(problem: string, error: unknown): never {
    if (!(error instanceof ApiFailure)) throw error;
    sync.note(error);
    console.error("%s: %s", problem, error.message);
    throw new ShopUnavailable(`${problem}: ${error.message}`, { cause: error });
  }

  return { ask, away };
}
