import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ShopUnavailable } from "../shop";

/**
 * Passwords, kept as scrypt makes them: `scrypt$17$8$1$salt$key`, where 17 is the cost as a power of two. The parameters stand
 * beside the key, so that they can be raised and older passwords still be checked.
 */

const [BLOCK, PARALLEL, KEY_BYTES, SALT_BYTES] = [8, 1, 32, 16];
/** OWASP's recommendation: 128 MB and a third of a second. */
export const PASSWORD_COST = 17;

/** @param whose account, letter box or address: each has its own few places in the line */
export async function hashPassword(password: string, cost: number, whose: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(cost, salt, await inTurn(whose, () => derive(password, salt, cost)));
}

/** A password that nobody has: checking one against it takes as long as against any, and fails. */
export function nobodysPassword(cost: number): string {
  return written(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

export async function isPassword(password: string, kept: string, whose: string): Promise<boolean> {
  const [, cost, , , salt = "", key = ""] = kept.split("$");
  const expected = Buffer.from(key, "base64url");
  const given = await inTurn(whose, () => derive(password, Buffer.from(salt, "base64url"), Number(cost)));
  return timingSafeEqual(given, expected);
}

const written = (cost: number, salt: Buffer, key: Buffer) =>
  ["scrypt", cost, BLOCK, PARALLEL, salt.toString("base64url"), key.toString("base64url")].join("$");

/** More than two at a time would take the pages' cores and memory; more than this many in line are an attack … */
const AT_ONCE = 2;
const MOST_WAITING = 24;
/** … and more than this of one account, or from one place, keep everybody else out. */
const MOST_OF_ONE = 12;
let running = 0;
const waiting: (() => void)[] = [];
const inLine = new Map<string, number>();

async function inTurn<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
  const own = inLine.get(whose) ?? 0;
  if (own >= MOST_OF_ONE || waiting.length >= MOST_WAITING)
    throw new ShopUnavailable("Too many passwords are being checked.");
  inLine.set(whose, own + 1);
  try {
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  } finally {
    const left = (inLine.get(whose) ?? 1) - 1;
    if (left > 0) inLine.set(whose, left);
    else inLine.delete(whose);
  }
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Node allows 32 MB unless told; this takes 128 * N * r bytes.
    const options = { N: 2 ** cost, r: BLOCK, p: PARALLEL, maxmem: 256 * BLOCK * 2 ** cost };
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
