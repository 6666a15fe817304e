import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { formWith, submit } from "../support/forms";
import { type Answer, type Ask, Client } from "../support/http";
import { addToCart, checkout, directOrder, followed, orderNumberOf, someone } from "../support/orders";
import { type PostgresServer, startPostgres } from "../support/postgres";
import { type RunningShop, startShop } from "../support/shop-server";

/** Nothing of a visitor lives in a process: two of them serve one visitor in turn, and nobody can tell (docs/operating.md). */

vi.setConfig({ testTimeout: 120_000 });

const SLUG = "boston-santa-cruz";
const CHOICE = { couleur: "taupe", pointure: "38" };

let server: PostgresServer;
/** One database each; two processes serve the second one. */
let alone: House;
let together: House;

interface House {
  shops: RunningShop[];
  /** The last mail in which this stands. */
  mails: (about: string) => Promise<string>;
  close: () => Promise<void>;
}

async function open(processes: number): Promise<House> {
  const url = await server.createDatabase();
  const env = {
    DATABASE_URL: url,
    SESSION_SECRET: "one secret for all processes of the shop",
    SITE_URL: "http://boutique.example",
  };
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const shops = await Promise.all(Array.from({ length: processes }, () => startShop({ env })));
  return {
    shops,
    mails: async (about) => {
      const { rows } = await pool.query<{ text: string }>(
        "select text from mails where text like $1 order by created_at desc limit 1",
        [`%${about}%`],
      );
      return rows[0]?.text ?? "";
    },
    close: async () => {
      await pool.end();
      await Promise.all(shops.map((shop) => shop.stop()));
    },
  };
}

beforeAll(async () => {
  server = await startPostgres();
  [alone, together] = await Promise.all([open(1), open(2)]);
});

afterAll(async () => {
  await Promise.all([alone?.close(), together?.close()]);
  await server?.stop();
});

/** A browser whose every request goes to another process than the one before, and which writes down what it was answered. */
class Visitor extends Client {
  private turn: number;

  constructor(
    private readonly house: House,
    private readonly diary: string[],
    start: number,
  ) {
    super(house.shops[0]?.url ?? "");
    this.turn = start;
  }

  override async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const { shops } = this.house;
    const base = shops[this.turn % shops.length]?.url ?? "";
    this.turn += 1;
    // The same browser, cookies and all, at another door.
    const door: Client = Object.create(this, { base: { value: base } });
    const answer = await Client.prototype.ask.call(door, path, ask);
    this.diary.push(written(`${ask.method ?? "GET"} ${path}`, answer));
    return answer;
  }
}

/** What an answer says, without what is another one each time: numbers of orders, keys, marks, moments. */
function written(asked: string, { status, headers, text }: Answer): string {
  const told = ["location", "cache-control", "content-type", "vary", "content-length"].map(
    (name) => `${name}: ${headers[name]}`,
  );
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.replace(/=[^;]*/, "=…"));
  return [asked, status, ...told, ...cookies, text]
    .join("\n")
    .replace(/[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}/g, "NUMBER")
    .replace(/[\w-]{22}(\.[a-z0-9]{1,12})?\.[\w-]{22}/g, "KEY")
    .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, "TOKEN")
    .replace(/\d{1,2} \p{L}+ 20\d\d à \d\d:\d\d/gu, "MOMENT");
}

interface Visit {
  visitor: Visitor;
  /** Another browser, such as the telephone of the same person. */
  another: () => Visitor;
  mails: House["mails"];
}

/** Every way through the shop that leaves something behind on the server. */
const journeys: Record<string, (visit: Visit) => Promise<void>> = {
  "pages that are kept": async ({ visitor }) => {
    for (const path of ["/", "/shop", `/product/${SLUG}`]) {
      const { headers } = await visitor.get(path);
      // One process knows the mark that the other has made.
      const again = await visitor.get(path, { "if-none-match": String(headers.etag) });
      expect(again.status).toBe(304);
    }
  },

  "theme, cart and wishlist": async ({ visitor }) => {
    await visitor.get(followed(await visitor.post("/theme", { theme: "dark", retour: "/cart" })));
    const added = await visitor.get(followed(await addToCart(visitor, SLUG, { ...CHOICE, quantite: "2" })));
    expect(added.text).toContain("data-flash");
    const cart = await visitor.get("/cart");
    expect(cart.text).not.toContain("data-flash");
    const line = formWith(cart.text, "quantite");
    expect((await submit(visitor, line, { quantite: "99" }, "quantite")).status).toBe(400);
    await visitor.get(followed(await submit(visitor, line, { quantite: "3" }, "quantite")));
    expect(JSON.parse((await visitor.get("/cart/contents")).text).cart.count).toBe(3);
    const wish = {
      produit:
        formWith((await visitor.get(`/product/${SLUG}`)).text, "produit").fields.find(
          ([name]) => name === "produit",
        )?.[1] ?? "",
      retour: "/wishlist",
    };
    await visitor.get(followed(await visitor.post("/wishlist", { ...wish, intent: "ajouter" })));
    await visitor.get(followed(await visitor.post("/wishlist", { ...wish, intent: "ajouter" })));
    await visitor.get(followed(await visitor.post("/wishlist", { ...wish, intent: "retirer" })));
    await visitor.get("/wishlist");
  },

  "checkout, order and tracking": async ({ visitor, another }) => {
    await addToCart(visitor, SLUG, { ...CHOICE, quantite: "1" });
    const { send } = await checkout(visitor);
    const placed = await send();
    const number = orderNumberOf(placed) ?? "";
    expect(number).not.toBe("");
    // The same form once more, this time at the other process: the same order.
    expect(orderNumberOf(await send())).toBe(number);
    await visitor.get(followed(placed));
    await visitor.get(followed(placed));
    await visitor.get("/cart");
    const telephone = another();
    expect((await telephone.get(`/commande/${number}`)).status).toBe(404);
    expect((await telephone.post("/suivi", { numero: number, telephone: "0661234567" })).status).toBe(400);
    const found = await telephone.post("/suivi", { numero: number, telephone: someone.telephone });
    expect((await telephone.get(followed(found))).status).toBe(200);
  },

  "an order from the product's page": async ({ visitor }) => {
    const { send } = await directOrder(visitor, SLUG, { ...CHOICE, quantite: "1" });
    expect((await send({ telephone: "12" })).status).toBe(400);
    await visitor.get(followed(await send()));
  },

  "message and newsletter": async ({ visitor, mails }) => {
    const form = formWith((await visitor.get("/contact")).text, "sujet");
    const message = { nom: "Samira", email: "samira@example.com", sujet: "Pointures", message: "Bonjour" };
    expect((await submit(visitor, form, { ...message, email: "samira" })).status).toBe(400);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await visitor.get(followed(await submit(visitor, form, message)));
    expect((await submit(visitor, form, { ...message, message: "Autre chose" })).status).toBe(409);
    const email = `lettre-${Date.now()}@example.com`;
    await visitor.post("/newsletter", { email, site: "" });
    const link = /\/newsletter\/confirmation\?jeton=[\w-]+/.exec(await mails("/newsletter/confirmation"))?.[0] ?? "";
    await visitor.get(link);
    await visitor.get(followed(await visitor.post(link, {})));
  },

  // Accounts go here: register (the link is in `mails`), log in, account pages, a session that another browser ends, log out.
};

describe("two processes on one PostgreSQL serve one visitor in turn", () => {
  it.each(Object.keys(journeys).flatMap((name) => [0, 1].map((start) => ({ name, start }))))(
    "$name, beginning with process $start: as one process alone does",
    async ({ name, start }) => {
      const told = await Promise.all(
        [alone, together].map(async (house) => {
          const diary: string[] = [];
          const visitor = new Visitor(house, diary, start);
          await journeys[name]?.({ visitor, another: () => new Visitor(house, diary, start), mails: house.mails });
          return diary;
        }),
      );
      const [one = [], two = []] = told;
      expect(one.length).toBeGreaterThan(4);
      expect(two).toEqual(one);
    },
  );

  it("and both of them answered", () => {
    for (const shop of together.shops) expect(shop.log().match(/^(GET|POST) /gm)?.length).toBeGreaterThan(30);
  });
});
