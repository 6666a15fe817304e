import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digest } from "~/shop/local/context";
import { Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { directOrder, landed, orderNumberOf, SLUG, someoneElse } from "../support/http/orders";
import { titleOf, words } from "../support/http/reading";
import { PASSWORD } from "../support/http/signed-in";
import { keepSession } from "../support/http/staff";
import { startPostgres } from "../support/shop/postgres";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { valuesIn } from "../support/shop/stored";

/**
 * A disk that is full: orders are refused in words and nothing of them is stored, reading goes on,
 * and so does selling once there is room again. The disk is a small one in memory.
 */

const PIECE = Buffer.alloc(64 * 1024, 1);
const NOBODY = 65_534;

/** As root, or by a `sudo` that asks for no password, as in CI. */
const privileged = (command: string, ...args: string[]) =>
  [
    [command, ...args],
    ["sudo", "-n", command, ...args],
  ].some(([program = "", ...rest]) => spawnSync(program, rest).status === 0);

class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  readonly isMounted: boolean;
  readonly #filler = join(this.folder, "filler");

  constructor(megabytes: number) {
    this.isMounted = privileged("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=777`, "tmpfs", this.folder);
  }

  /** @param spare kilobytes that stay free */
  fill(spare = 0): void {
    const file = openSync(this.#filler, "a");
    try {
      for (let piece = PIECE; piece.length > 0; )
        try {
          writeSync(file, piece);
        } catch {
          piece = piece.subarray(0, piece.length >> 1);
        }
      ftruncateSync(file, fstatSync(file).size - spare * 1024);
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    if (this.isMounted) privileged("umount", "-l", this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Place {
  start(disk: SmallDisk): Promise<{ shop: RunningShop; stop: () => Promise<void> }>;
  /** @returns the rows of a query of one column */
  read(shop: RunningShop, text: string): Promise<unknown[]>;
  megabytes: number;
}

/** Somebody of the staff, whose last page is minutes ago, so that the next one is noted. */
async function signIn(place: Place, shop: RunningShop): Promise<Client> {
  const client = new Client(shop.url);
  const token = randomBytes(32).toString("base64url");
  const at = Date.now() - 300_000;
  for (const row of [
    `staff (id, email, name, role, created_at) values ('nadia', 'nadia@example.com', 'Nadia', 'owner', ${at})`,
    `staff_sessions values ('${digest(token)}', 'nadia', 'Chrome, Linux', ${at}, ${at}, ${at})`,
  ])
    await place.read(shop, `insert into ${row} returning 1`);
  await keepSession(client, token);
  return client;
}

let postgresUrl = "";
const places: Record<string, Place> = {
  SQLite: {
    megabytes: 24,
    async start({ folder }) {
      const shop = await startShop({ dataDir: join(folder, "data") });
      return { shop, stop: () => shop.stop() };
    },
    read: async (shop, text) => valuesIn(shop, text),
  },
  PostgreSQL: {
    megabytes: 48,
    async start({ folder }) {
      const server = await startPostgres();
      if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
      postgresUrl = await server.createDatabase({ on: folder });
      const shop = await startShop({ env: { DATABASE_URL: postgresUrl } });
      const stop = async () => {
        await shop.stop();
        await server.stop();
      };
      return { shop, stop };
    },
    async read(_, text) {
      const client = new pg.Client({ connectionString: postgresUrl });
      await client.connect();
      const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
      await client.end();
      return rows.map(([value]) => value);
    },
  },
};

/** Root, or sudo without a password; elsewhere these tests are skipped. */
const mayMount = (() => {
  const disk = new SmallDisk(1);
  disk.remove();
  return disk.isMounted;
})();

describe.skipIf(!mayMount).each(Object.entries(places))(
  "a shop on %s whose disk is full",
  { timeout: 120_000 },
  (_, place) => {
    let disk: SmallDisk;
    let shop: RunningShop;
    let stop = async () => {};

    beforeAll(async () => {
      disk = new SmallDisk(place.megabytes);
      ({ shop, stop } = await place.start(disk));
    }, 60_000);
    afterAll(async () => {
      disk.makeRoom();
      await stop();
      disk.remove();
    });

    const numbers = async () => (await place.read(shop, "select number from orders")).map(String).sort();
    const pairs = async () => ({
      ordered: Number((await place.read(shop, "select sum(quantity) from order_lines"))[0] ?? 0),
      left: Number((await place.read(shop, "select sum(stock) from variants"))[0]),
    });
    const choice = { couleur: "taupe", pointure: "40" };

    it("refuses orders in French and stores nothing of them, is read, and sells when there is room again", async () => {
      const buyer = new Client(shop.url);
      const first = await (await directOrder(buyer, SLUG, choice, someoneElse())).send();
      const placed = [orderNumberOf(first)];
      const before = await pairs();
      const waiting = await directOrder(new Client(shop.url), SLUG, choice, someoneElse());
      const staff = await signIn(place, shop);
      const message = formWith((await buyer.get("/contact")).text, "sujet");
      const account = { prenom: "Samira", nom: "Benali", email: "samira@example.com", motDePasse: PASSWORD };

      // What the files have room for already is still taken.
      let refused = first;
      for (let count = 0; count < 600 && refused.status === 303; count += 1) {
        disk.fill();
        refused = await (await directOrder(new Client(shop.url), SLUG, choice, someoneElse())).send();
        if (refused.status === 303) placed.push(orderNumberOf(refused));
      }
      for (const answer of [refused, await waiting.send()]) {
        expect(answer.status).toBe(503);
        expect(titleOf(answer.text)).toMatch(/^Erreur : /);
        expect(words(answer)).toContain("Votre commande n'a pas pu être traitée. Veuillez réessayer.");
      }
      // With room for a part of what it writes, an order is stored whole or not at all.
      for (let spare = 4; refused.status === 503; spare += 4) {
        disk.fill(spare);
        refused = await (await directOrder(new Client(shop.url), SLUG, choice, someoneElse())).send();
      }
      expect(refused.status).toBe(303);
      placed.push(orderNumberOf(refused));
      disk.fill();
      // Others are answered in words, or find room.
      for (const answer of [
        await buyer.post("/cart", { intent: "vider" }),
        await submit(buyer, message, { nom: "Samira", email: account.email, sujet: "Pointure", message: "Un 38 ?" }),
        await buyer.post("/newsletter", { email: account.email, site: "" }),
        await buyer.post("/login", account),
        await buyer.post("/forgot-password", account),
        await buyer.post("/register", { ...account, confirmation: PASSWORD, conditions: "oui" }),
        await buyer.post("/suivi", { numero: "K7MQ-4TXP", telephone: "0550123456" }),
      ]) {
        expect([303, 400, 503]).toContain(answer.status);
        if (answer.status !== 303) expect(titleOf(answer.text)).toMatch(/^Erreur : |momentanément indisponible/);
      }
      for (const path of ["/", "/shop", `/product/${SLUG}`, "/cart"])
        expect((await buyer.get(path)).status, path).toBe(200);
      // Staff find whom to call.
      for (const path of ["/gestion", "/gestion/commandes", `/gestion/commandes/${placed[0]}`])
        expect((await staff.get(path)).status, path).toBe(200);
      expect((await landed(buyer, first)).text).toContain(placed[0]);
      expect(await numbers()).toEqual(placed.sort());
      const { ordered, left } = await pairs();
      expect(ordered + left).toBe(before.ordered + before.left);
      expect(ordered - before.ordered).toBe(placed.length - 1);

      disk.makeRoom();
      const answers = [await waiting.send(), await waiting.send()];
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(await numbers()).toEqual([...placed, orderNumberOf(answers[0] ?? first)].sort());
    });
  },
);
