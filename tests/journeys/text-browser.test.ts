import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../../tools/programs.mjs";
import { formWith, submit } from "../support/forms";
import { Client } from "../support/http";
import { type RunningShop, startShop } from "../support/shop-server";

/**
 * PE-9: lynx orders a pair, driven by its keys: arrows, letters, Enter. Where a link is comes from
 * lynx's numbering of the same page.
 */

const lynx = findProgram("lynx");
const SLUG = "boston-santa-cruz";

class Keys {
  readonly lines: string[] = [];
  private at = 1;

  press(key: string): this {
    this.lines.push(`key ${key}`);
    return this;
  }

  type(text: string): this {
    for (const character of text) this.press(character === " " ? "<space>" : character);
    return this;
  }

  /** Arrows to the link or field of this number. */
  goTo(number: number): this {
    for (; this.at < number; this.at++) this.press("Down Arrow");
    for (; this.at > number; this.at--) this.press("Up Arrow");
    return this;
  }

  /** Opens the list of a select and goes down to an option, counted from the one that is chosen. */
  choose(steps: number): this {
    this.press("^J");
    for (let step = 0; step < steps; step++) this.press("Down Arrow");
    return this.press("^J");
  }

  /** Enter on a button: the next page begins at its first link. */
  follow(): this {
    this.at = 1;
    return this.press("^J");
  }
}

// `npm test` installs lynx on Debian as root; elsewhere these tests are skipped.
describe.skipIf(!lynx)("lynx", () => {
  let shop: RunningShop;

  beforeAll(async () => {
    shop = await startShop();
  });

  afterAll(() => shop?.stop());

  const numbered = (html: string) =>
    execFileSync(
      lynx ?? "",
      [
        "-dump",
        "-stdin",
        "-force_html",
        "-number_fields",
        "-width=120",
        "-assume_charset=utf-8",
        "-display_charset=utf-8",
      ],
      {
        input: html,
        encoding: "utf8",
      },
    );

  /** The number of the first field or button after these words, or of the button with them. */
  function numberOf(page: string, words: string | RegExp): number {
    const at = page.search(typeof words === "string" ? words.replace(/[.*+?()[\]]/g, "\\$&") : words);
    expect(at, `"${words}" is on the page`).toBeGreaterThan(0);
    return Number(/\[(\d+)\]/.exec(page.slice(at))?.[1]);
  }

  const optionsOf = (html: string, name: string) =>
    [
      ...(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "").matchAll(
        /<option[^>]*value="([^"]*)"/g,
      ),
    ].map(([, value]) => value ?? "");

  it("orders a pair from the product page", async () => {
    const client = new Client(shop.url);
    const first = (await client.get(`/product/${SLUG}`)).text;
    const second = (await submit(client, formWith(first, "couleur"), { wilaya: "31" }, "communes")).text;
    const [page1, page2] = [numbered(first), numbered(second)];

    const keys = new Keys();
    keys.goTo(numberOf(page1, "Wilaya")).choose(optionsOf(first, "wilaya").indexOf("31"));
    keys.goTo(numberOf(page1, /\[\d+\]communes\)/)).follow();
    keys.goTo(numberOf(page2, "Nom ")).type("Benali");
    keys.goTo(numberOf(page2, "Prénom")).type("Samira");
    keys.goTo(numberOf(page2, "Téléphone")).type("0550123456");
    keys
      .goTo(numberOf(page2, /\[\d+\]\[[^\]]*Choisissez une commune/))
      .choose(optionsOf(second, "commune").indexOf("3101"));
    keys.goTo(numberOf(page2, "Adresse")).type("12 rue Larbi");
    keys.goTo(numberOf(page2, /\[\d+\]commander\)/)).follow();
    run(keys, `/product/${SLUG}`);

    const orders = new Database(join(shop.dataDir, "shop.sqlite"), { readonly: true })
      .prepare(
        `select o.last_name, o.phone, o.commune_id, o.address, sum(l.quantity) as pairs
           from orders o join order_lines l on l.order_id = o.id group by o.id`,
      )
      .all();
    expect(orders).toEqual([
      { last_name: "Benali", phone: "0550123456", commune_id: 3101, address: "12 rue Larbi", pairs: 1 },
    ]);
    // Its last page is the order's, opened with the cookie that lynx kept.
    await expect.poll(() => shop.log(), { timeout: 5000 }).toMatch(/GET \/commande\/\S+ 200/);
  });

  it("shows names where pictures are missing, and an order that makes sense", async () => {
    const page = numbered((await new Client(shop.url).get(`/product/${SLUG}`)).text);
    const order = [
      "Aller au contenu",
      "Boston Santa Cruz",
      "Couleur",
      "Pointure",
      "Quantité",
      "Ajouter au panier",
      "Description",
      "Nom",
      "Wilaya",
      "Commune",
      "Commander maintenant",
      "Nous joindre",
    ];
    const places = order.map((words) => page.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    // Lynx lists the addresses of all links at the end, those of the large pictures among them.
    const [text = "", addresses] = page.split(/^References$/m);
    expect(addresses).toContain("-1200.webp");
    expect(text).not.toMatch(/\.(avif|webp|svg)\b/);
    const listing = numbered((await new Client(shop.url).get("/shop")).text);
    expect(listing).toContain("Les Andalouses");
  });

  function run(keys: Keys, path: string): void {
    const folder = mkdtempSync(join(tmpdir(), "lynx-"));
    const script = join(folder, "keys");
    // Then out, whatever page it is on.
    writeFileSync(script, `${[...keys.lines, "key q", "key y"].join("\n")}\n`);
    const options = `-number_fields -accept_all_cookies -nopause -cmd_script=${script} -assume_charset=utf-8`;
    // Every page fits this screen, so that arrows go from link to link, not to another page.
    execFileSync("script", ["-qec", `stty rows 500 cols 120; ${lynx} ${options} ${shop.url}${path}`, "/dev/null"], {
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", HOME: folder },
      stdio: ["ignore", "ignore", "ignore"],
      timeout: 30_000,
    });
  }
});
