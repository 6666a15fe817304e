import { randomBytes, scryptSync } from "node:crypto";
import { Agent } from "node:http";
import { afterAll, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { newAddress } from "../support/http/signed-in";
import { newStaffAddress } from "../support/http/staff";
import { isSweep } from "../support/setup/sweeps";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase } from "../support/shop/stored";

/** The time for a wrong password does not depend on whether the address has an account (S-5). */

/** A sixteenth of the usual work is far more than all else that a request takes. */
const shop = servedShop(isSweep ? { hasSlowPasswords: true } : { env: { PASSWORD_COST: "13" } });
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Nine tell a difference that is always seen, 18 one that is mostly seen. */
const PAIRS = isSweep ? 18 : 9;
/** Guesses before an account is locked. */
const EACH = 6;

/** Accounts with passwords of the usual cost. */
function accounts(count: number): string[] {
  const salt = randomBytes(16);
  const key = scryptSync("olives noires de Sig", salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
  const password = ["scrypt", 17, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
  return inDatabase(shop, (database) =>
    Array.from({ length: count }, () => {
      const email = newAddress();
      database
        .prepare("insert into accounts values (?, ?, ?, 'Samira', 'Benali', '', '', ?, 1)")
        .run(randomBytes(32).toString("base64url"), email, password, Date.now());
      return email;
    }),
  );
}

/** Staff with such a password and an authenticator app. */
function staff(count: number): string[] {
  const [made] = accounts(1);
  return inDatabase(shop, (database) =>
    Array.from({ length: count }, () => {
      const email = newStaffAddress();
      database
        .prepare(
          `insert into staff (id, email, name, role, password, totp_secret, created_at)
            select ?, ?, 'Nadia', 'owner', password, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 1 from accounts where email = ?`,
        )
        .run(randomBytes(16).toString("hex"), email, made);
      return email;
    }),
  );
}

async function thinkingTime(path: string, email: string): Promise<number> {
  const client = new Client(shop.url, agent);
  const begun = performance.now();
  const answer = await client.post(path, { email, motDePasse: "deviné", code: "123456", retour: "/" });
  const took = performance.now() - begun;
  expect(answer.status).toBe(400);
  return took;
}

/**
 * Mann and Whitney's test of whether one sample's values tend to be larger.
 * @returns standard deviations from what chance gives
 */
function separation(sample: readonly number[], other: readonly number[]): number {
  let wins = 0;
  for (const a of sample) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const [n, m] = [sample.length, other.length];
  return (wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

it.each([
  ["/login", accounts],
  ["/gestion/entree", staff],
])(
  "known and unknown addresses take as long at %s",
  async (path, make) => {
    const known = make(Math.ceil(PAIRS / EACH));
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    // The first request of all warms up what both need.
    await thinkingTime(path, newAddress());
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const turn = [
        async () => times.known.push(await thinkingTime(path, known[pair % known.length] ?? "")),
        async () => times.unknown.push(await thinkingTime(path, newAddress())),
      ];
      // The same address is not always the second of its pair.
      for (const ask of pair % 2 ? turn.reverse() : turn) await ask();
    }
    const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    console.info(`known ${median(times.known).toFixed(0)} ms, unknown ${median(times.unknown).toFixed(0)} ms`);
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(isSweep ? 50 : 10);
    // 3.3 of them come by chance once in a thousand runs.
    expect(Math.abs(separation(times.known, times.unknown))).toBeLessThan(3.3);
  },
  300_000,
);
