import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerOf, outboxOf, textOf } from "../support/fakes/mail-server";
import { type Answer, type Ask, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart, checkout, followed, landed, orderNumberOf, someone } from "../support/http/orders";
import { linkIn, logIn, PASSWORD, register } from "../support/http/signed-in";
import { covering } from "../support/setup/sweeps";
import { postgres } from "../support/shop/databases";
import { openProcesses } from "../support/shop/processes";
import type { RunningShop } from "../support/shop/shop-server";

/** No process keeps anything of a visitor: two can serve one in turn (docs/operating.md). */

const SLUG = "boston-santa-cruz";
const CHOICE = { couleur: "taupe", pointure: "38" };

const engine = postgres();
/** Two databases; two processes serve the second one. */
let alone: ServedShop;
let together: ServedShop;

interface ServedShop {
  shops: RunningShop[];
  /** The path of the link in the latest mail to this address. */
  link: (email: string, path: string) => Promise<string>;
  close: () => Promise<void>;
}

async function open(processes: number): Promise<ServedShop> {
  const { shops, close } = await openProcesses(engine, Array(processes).fill({}), async () => undefined);
  return {
    shops,
    close,
    link: async (email, path) => {
      // All processes have one folder.
      const mails = () => shops.slice(0, 1).flatMap(outboxOf);
      const found = () => mails().findLast((mail) => headerOf(mail, "to") === email && textOf(mail).includes(path));
      await expect.poll(found, { timeout: 15_000, interval: 100 }).toBeDefined();
      return linkIn(found(), path);
    },
  };
}

beforeAll(async () => {
  [alone, together] = await Promise.all([open(1), open(2)]);
});

afterAll(async () => {
  await Promise.all([alone?.close(), together?.close()]);
  await engine.stop();
});

/** A browser whose requests alternate between processes, and which records the answers. */
class Visitor extends Client {
  private turn: number;

  constructor(
    private readonly served: ServedShop,
    private readonly diary: string[],
    start: number,
  ) {
    super(served.shops[0]?.url ?? "");
    this.turn = start;
  }

  override async ask(path: string, ask: Ask = {}): Promise<Answer> {
    const { shops } = this.served;
    const base = shops[this.turn % shops.length]?.url ?? "";
    this.turn += 1;
    // The same browser, with its cookies, on another process.
    const other: Client = Object.create(this, { base: { value: base } });
    const answer = await Client.prototype.ask.call(other, path, ask);
    this.diary.push(written(`${ask.method ?? "GET"} ${path}`, answer));
    return answer;
  }
}

/** An answer without what always differs: numbers of orders, keys, marks and times. */
function written(request: string, { status, headers, text }: Answer): string {
  const named = ["location", "cache-control", "content-type", "vary", "content-length"].map(
    (name) => `${name}: ${headers[name]}`,
  );
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.replace(/=[^;]*/, "=…"));
  return (
    [request, status, ...named, ...cookies, text]
      .join("\n")
      .replace(/acces=[\w.-]+/g, "acces=PASS")
      .replace(/[\w-]{22}(\.[a-z0-9]{1,12})?\.[\w-]{22}/g, "KEY")
      .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, "TOKEN")
      // Last, since one token in a thousand looks like the number of an order.
      .replace(/[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}/g, "NUMBER")
      .replace(/\d{1,2}(?:er)? \p{L}+ 20\d\d à \d\d:\d\d/gu, "MOMENT")
  );
}

interface Visit {
  visitor: Visitor;
  /** Another browser of the same person. */
  another: () => Visitor;
  link: ServedShop["link"];
  /** A new address. */
  email: string;
}

/**
 * An order, and all that an account has. Kept pages, cart, wishlist and theme on two processes:
 * page-cache.test.ts.
 */
const journeys: Record<string, (visit: Visit) => Promise<void>> = {
  "checkout, order and tracking": async ({ visitor, another }) => {
    await addToCart(visitor, SLUG, { ...CHOICE, quantite: "1" });
    const { send } = await checkout(visitor);
    const placed = await send();
    const number = orderNumberOf(placed) ?? "";
    expect(number).not.toBe("");
    // The same form at the other process is the same order.
    expect(orderNumberOf(await send())).toBe(number);
    await visitor.get(followed(placed));
    await visitor.get(followed(placed));
    await visitor.get("/cart");
    const telephone = another();
    expect((await telephone.get(`/commande/${number}`)).status).toBe(404);
    expect((await telephone.post("/suivi", { numero: number, telephone: "0661234567" })).status).toBe(400);
    const found = await telephone.post("/suivi", { numero: number, telephone: someone.telephone });
    expect((await landed(telephone, found)).status).toBe(200);
  },

  "an account, from its first mail to its last": async ({ visitor, another, link, email }) => {
    await addToCart(visitor, SLUG, { ...CHOICE, quantite: "1" });
    const opened = await visitor.get(followed(await register(visitor, email)));
    expect(opened.text).toContain("votre compte est ouvert");
    const confirmation = await link(email, "/register/confirmation");
    await visitor.get(confirmation);
    await visitor.get(followed(await visitor.post(confirmation, {})));
    expect((await visitor.post(confirmation, {})).status).toBe(400);
    const { send } = await checkout(visitor);
    const placed = await send();
    expect((await visitor.get(followed(placed))).text).toContain(someone.nom);
    const profile = formWith((await visitor.get("/account")).text, "telephone");
    await visitor.get(followed(await submit(visitor, profile, { telephone: "0661 23 45 67" })));
    await visitor.get("/account/orders");

    const telephone = another();
    const answer = await telephone.get("/account/orders");
    expect((await logIn(telephone, email, "faux", followed(answer))).status).toBe(400);
    await telephone.get(followed(await logIn(telephone, email, PASSWORD, followed(answer))));
    await telephone.get(followed(placed));
    await telephone.get("/account/security");
    // A session that one process ends is over in the other.
    await visitor.get(followed(await visitor.post("/account/security", { intent: "ailleurs" })));
    for (const path of ["/account", "/account/orders"]) expect((await telephone.get(path)).status).toBe(303);
    await visitor.get(followed(await visitor.post("/logout", {})));
    for (const path of ["/account", "/account/orders"]) expect((await visitor.get(path)).status).toBe(303);

    await telephone.get(followed(await telephone.post("/forgot-password", { email })));
    const reset = formWith((await telephone.get(await link(email, "/reset-password"))).text, "confirmation");
    const fresh = { motDePasse: "dattes de Biskra", confirmation: "dattes de Biskra" };
    await telephone.get(followed(await submit(telephone, reset, fresh)));
    expect((await submit(telephone, reset, fresh)).status).toBe(400);
    await logIn(visitor, email, fresh.motDePasse);
    await visitor.get(followed(await visitor.post("/account/delete", { motDePasse: fresh.motDePasse })));
    expect((await logIn(visitor, email, fresh.motDePasse)).status).toBe(400);
  },
};

describe("two processes on one PostgreSQL serve one visitor in turn", { timeout: 120_000 }, () => {
  it.each(Object.keys(journeys).flatMap((name) => covering([0, 1], [0]).map((start) => ({ name, start }))))(
    "$name, beginning with process $start: as one process alone does",
    async ({ name, start }) => {
      const records = await Promise.all(
        [alone, together].map(async (served) => {
          const diary: string[] = [];
          const visitor = new Visitor(served, diary, start);
          await journeys[name]?.({
            visitor,
            another: () => new Visitor(served, diary, start),
            link: served.link,
            email: `samira${start}@example.com`,
          });
          return diary;
        }),
      );
      const [first = [], second = []] = records;
      expect(first.length).toBeGreaterThan(4);
      // One by one, as a difference between whole records would be cut off.
      for (const [index, answer] of first.entries()) expect(second[index]).toBe(answer);
      expect(second).toHaveLength(first.length);
    },
  );

  it("both processes answered", () => {
    for (const shop of together.shops) expect(shop.log().match(/^(GET|POST) /gm)?.length).toBeGreaterThan(30);
  });
});
