import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { normalised } from "~/domain/values/clean-text";
import { type Place, withPasswordSlot } from "./password-queue.server";

/**
 * Stored passwords: `scrypt$17$8$1$salt$key`, where 17 is the cost as a power of two. The
 * parameters allow raising the cost while older passwords can still be checked.
 */

const [BLOCK, PARALLEL, KEY_BYTES, SALT_BYTES] = [8, 1, 32, 16];
/** OWASP's recommendation: 128 MB and a third of a second. */
export const PASSWORD_COST = 17;

/** @param place where it waits for its turn */
export async function hashPassword(password: string, cost: number, place: Place): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(cost, salt, await withPasswordSlot(place, () => derive(password, salt, cost)));
}

/** A stored password that matches none and takes as long to check as any. */
export function nobodysPassword(cost: number): string {
  return encode(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

/** Called in a place of the queue (`withPasswordSlot`). */
export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const [, cost, , , salt = "", key = ""] = storedHash.split("$");
  const expected = Buffer.from(key, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), Number(cost));
  return timingSafeEqual(given, expected);
}

const encode = (cost: number, salt: Buffer, key: Buffer) =>
  ["scrypt", cost, BLOCK, PARALLEL, salt.toString("base64url"), key.toString("base64url")].join("$");

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node allows 32 MB by default; scrypt needs 128 * N * r bytes.
    const options = { N: 2 ** cost, r: BLOCK, p: PARALLEL, maxmem: 256 * BLOCK * 2 ** cost };
    scrypt(normalised(password, "NFC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
