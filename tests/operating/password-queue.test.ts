import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { Client } from "../support/http/client";
import { formWith } from "../support/http/forms";
import { accountHolder, newAddress, PASSWORD } from "../support/http/signed-in";
import { isSweep } from "../support/setup/sweeps";
import { servedShop } from "../support/shop/served-shop";
import type { RunningShop } from "../support/shop/shop-server";

/** One client that keeps all password checks busy does not lock others out (S-5). */

/** Milliseconds for waiting and the check, after which shoppers leave. */
const IN_TIME = 10_000;
const CONNECTIONS = 30;
/** Milliseconds until an attack is answered, before which nobody else comes. */
const UNDER_WAY = 20_000;
const SITE = "https://boutique.example";
/** A quarter of the usual work keeps the checks as busy; the shop waits less for each. */
const COST = isSweep ? { hasSlowPasswords: true } : {};
const ENV = { SITE_URL: SITE, ...(isSweep ? {} : { PASSWORD_COST: "15" }) };

/** Headers of a browser at this address, behind the tests' proxy. */
const at = (address: string) => ({ origin: SITE, "x-forwarded-for": address });

/** Logs in and registers with many addresses and connections, until it is ended. */
function attack(shop: RunningShop, headers: Record<string, string>) {
  let isOver = false;
  const answers = new Map<number, number>();
  const connection = async (number: number) => {
    while (!isOver) {
      const email = newAddress();
      const names = { prenom: "Sami", nom: "Haddad", confirmation: PASSWORD, conditions: "oui" };
      const typed = { email, motDePasse: PASSWORD, retour: "/" };
      const client = new Client(shop.url);
      const { status } =
        number % 3 === 0
          ? await client.post("/register", { ...typed, ...names }, headers)
          : await client.post("/login", typed, headers);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 503 || status === 429) await pause(200);
    }
  };
  const connections = Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)));
  return {
    /** Waits until the shop has answered so more than five times: the attack is under way. */
    hasBeenAnswered: (status: number) => vi.waitFor(() => expect(answers.get(status)).toBeGreaterThan(5), UNDER_WAY),
    end: async () => {
      isOver = true;
      await connections;
    },
  };
}

async function timed<Result>(work: Promise<Result>): Promise<Result & { took: number }> {
  const begun = Date.now();
  return { ...(await work), took: Date.now() - begun };
}

const logIn = (client: Client, email: string, headers: Record<string, string>, fields: Record<string, string> = {}) =>
  timed(client.post("/login", { email, motDePasse: PASSWORD, retour: "/", ...fields }, headers));

/** A page's form, which takes a while to fill in. */
async function formOf(client: Client, path: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const { text } = await client.get(path, headers);
  return Object.fromEntries(formWith(text, "motDePasse").fields);
}

const isIn = { status: 303 };

describe("behind a proxy that tells whose address it is", () => {
  const shop = servedShop({ ...COST, env: { ...ENV, TRUSTED_PROXIES: "127.0.0.1,::1" } });

  it("thirty connections of one address keep neither a known browser out nor any other address", async () => {
    const here = at("192.0.2.1");
    const owner = await accountHolder(shop, { isSignedIn: false });
    expect(await logIn(owner.client, owner.email, at("198.51.100.7"))).toMatchObject(isIn);
    const stranger = await accountHolder(shop, { isSignedIn: false });
    const attacker = attack(shop, here);
    try {
      // Some passwords are checked, and further ones refused.
      await attacker.hasBeenAnswered(400);
      const [known, elsewhere, registered, inIPv6] = await Promise.all([
        // Even at the attacker's address, as in a mobile network.
        logIn(owner.client, owner.email, here),
        logIn(stranger.client, stranger.email, at("203.0.113.9")),
        timed(
          new Client(shop.url).post(
            "/register",
            {
              ...{ prenom: "Samira", nom: "Benali", email: newAddress(), motDePasse: PASSWORD },
              ...{ confirmation: PASSWORD, conditions: "oui" },
            },
            at("203.0.113.10"),
          ),
        ),
        logIn(new Client(shop.url), stranger.email, at("2001:db8:1:2::7")),
      ]);
      for (const answer of [known, elsewhere, registered, inIPv6]) {
        expect(answer).toMatchObject(isIn);
        expect(answer.took).toBeLessThan(IN_TIME);
      }
    } finally {
      await attacker.end();
    }
  });
});

describe("behind a proxy that nobody named", () => {
  const shop = servedShop({ ...COST, env: ENV });
  const headers = { origin: SITE };

  it("thirty connections without a form of the shop keep out neither a known browser nor a shopper with a form", async () => {
    const owner = await accountHolder(shop, { isSignedIn: false });
    expect(await logIn(owner.client, owner.email, headers)).toMatchObject(isIn);
    const stranger = await accountHolder(shop, { isSignedIn: false });
    const newcomer = new Client(shop.url);
    const attacker = attack(shop, headers);
    try {
      const forms = await Promise.all([
        formOf(stranger.client, "/login", headers),
        formOf(newcomer, "/register", headers),
      ]);
      // A form sent sooner counts as a program's.
      await Promise.all([pause(2_500), attacker.hasBeenAnswered(503)]);
      for (let time = 0; time < 3; time += 1) {
        const known = await logIn(owner.client, owner.email, headers);
        expect(known).toMatchObject(isIn);
        expect(known.took).toBeLessThan(IN_TIME);
      }
      const [login, register] = forms;
      const typed = { prenom: "Samira", nom: "Benali", email: newAddress(), motDePasse: PASSWORD };
      const [filledIn, registered] = await Promise.all([
        logIn(stranger.client, stranger.email, headers, { ...login, email: stranger.email, motDePasse: PASSWORD }),
        timed(
          newcomer.post("/register", { ...register, ...typed, confirmation: PASSWORD, conditions: "oui" }, headers),
        ),
      ]);
      for (const answer of [filledIn, registered]) {
        expect(answer).toMatchObject(isIn);
        expect(answer.took).toBeLessThan(IN_TIME);
      }
    } finally {
      await attacker.end();
    }
  });
});
