import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { insertOnce } from "~/database/rows";
import type { StaffPasskeyTable } from "~/database/schema/office";
import { HOUR } from "~/domain/values/durations";
import { storable } from "~/domain/values/storable";
import type { PasskeyAnswer } from "../../services/staff";
import { type Context, digest, type Queries } from "../context";

/** Longer than the shop takes a challenge that it minted (tokens/timed-key.server.ts). */
const REMEMBERED = 2 * HOUR;

/** Passkeys of staff. The package is loaded at the first use: it takes some megabytes of memory. */
export function passkeys({ database, nowMs }: Pick<Context, "database" | "nowMs">) {
  return {
    /** @returns the row of a new passkey; undefined when the answer is not one of this page */
    async registered(
      { response, challenge, origin }: PasskeyAnswer,
      staffId: string,
      name: string,
    ): Promise<StaffPasskeyTable | undefined> {
      const answer = parsed<RegistrationResponseJSON>(response);
      if (!answer) return undefined;
      const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: answer,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: new URL(origin).hostname,
        });
        if (!verified) return undefined;
        const { credential } = registrationInfo;
        return {
          id: credential.id,
          staff_id: staffId,
          public_key: Buffer.from(credential.publicKey).toString("base64url"),
          counter: credential.counter,
          name: storable(name),
          created_at: nowMs(),
          used_at: null,
        };
      } catch {
        return undefined;
      }
    },

    /** @returns the passkey that signed, and its counter now */
    async signedBy({
      response,
      challenge,
      origin,
    }: PasskeyAnswer): Promise<(Pick<StaffPasskeyTable, "id" | "staff_id"> & { counter: number }) | undefined> {
      const answer = parsed<AuthenticationResponseJSON>(response);
      if (!answer || typeof answer.id !== "string") return undefined;
      const row = await database.db
        .selectFrom("staff_passkeys")
        .selectAll()
        .where("id", "=", answer.id)
        .executeTakeFirst();
      if (!row) return undefined;
      const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: answer,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: new URL(origin).hostname,
          credential: {
            id: row.id,
            publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
            counter: row.counter,
          },
        });
        const user = answer.response.userHandle;
        if (!verified || (user !== undefined && Buffer.from(user, "base64url").toString() !== row.staff_id))
          return undefined;
        return { id: row.id, staff_id: row.staff_id, counter: authenticationInfo.newCounter };
      } catch {
        return undefined;
      }
    },

    /** Notes that the passkey signed this. @returns whether it is still there and had not yet */
    async use(
      queries: Queries,
      { id, counter }: { id: string; counter: number },
      { challenge }: PasskeyAnswer,
    ): Promise<boolean> {
      if (!(await this.isFirst(queries, challenge))) return false;
      const { numUpdatedRows } = await queries
        .updateTable("staff_passkeys")
        .set({ counter, used_at: nowMs() })
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0;
    },

    /** Whether this challenge was not signed before; of two at once, one is the first. */
    async isFirst(queries: Queries, challenge: string): Promise<boolean> {
      return insertOnce(queries, "staff_challenges", {
        challenge_hash: digest(challenge),
        expires_at: nowMs() + REMEMBERED,
      });
    },
  };
}

function parsed<Json>(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
