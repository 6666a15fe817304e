import { beforeAll, describe, expect, it } from "vitest";
import { formWith, submit } from "../support/http/forms";
import { followed, newClient, orderedIn } from "../support/http/orders";
import { words } from "../support/http/reading";
import { invitationIn, joinByPassword, STAFF_PASSWORD, signInStaff } from "../support/http/staff";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase, rowsIn, runIn, valueIn } from "../support/shop/stored";

/** The orders of a list as a file for a spreadsheet. */

const HERE = "/gestion/commandes/export";
const shop = servedShop();
let numbers: string[];

beforeAll(async () => {
  numbers = [];
  for (const nom of ["Benali", "=HYPERLINK(1)", "Zerrouki"]) numbers.push(await orderedIn(shop, { nom }));
  runIn(shop, "update orders set status = 'confirmed' where number = ?", numbers[0]);
});

const journal = () =>
  rowsIn<{ name: string; after: string }>(
    shop,
    "select name, after from journal where action = 'orders-exported' order by at, id",
  );

describe("orders as a file", () => {
  it("are those of the list with the same address, newest first, with no formula", async () => {
    const { client } = await signInStaff(shop);
    const answer = await client.get(HERE);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="commandes-\d{4}-\d\d-\d\d\.csv"$/),
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    const rows = answer.text.trimEnd().split("\r\n");
    expect(rows[0]).toMatch(/^\ufeff"Numéro";"Date";/);
    expect(rows.slice(1).map((row) => row.slice(1, 10))).toEqual([...numbers].reverse());
    expect(answer.text).toContain(`"'=HYPERLINK(1)"`);
    const confirmed = (await client.get(`${HERE}?statut=confirmee`)).text.trimEnd().split("\r\n");
    expect(confirmed).toHaveLength(2);
    expect((await client.get(`${HERE}?q=zerrouki`)).text).toContain("Zerrouki");
    expect((await client.get(`${HERE}?q=nobodyatall`)).text.trimEnd().split("\r\n")).toHaveLength(1);
  });

  it("name where each was taken down, its parcel's number, the reference of each size and when it came where", async () => {
    inDatabase(shop, (database) => {
      const parcel = "insert into parcels (order_id, state, attempts, tracking, created_at)";
      database
        .prepare(`${parcel} select id, 'posted', 1, 'yal-12ABC3', 1 from orders where number = ?`)
        .run(numbers[0]);
      // The courier has given it up.
      database
        .prepare(`${parcel} select id, 'withdrawn', 1, 'yal-34DEF5', 1 from orders where number = ?`)
        .run(numbers[2]);
      database.prepare("update orders set channel = 'phone' where number = ?").run(numbers[1]);
      const step = "insert into order_steps (order_id, status, at) select id, ?, ? from orders where number = ?";
      database.prepare(step).run("delivered", Date.UTC(2026, 10, 22, 23, 30), numbers[0]);
      database.prepare(step).run("cancelled", 1, numbers[2]);
    });
    const { client } = await signInStaff(shop);
    const rows = (await client.get(HERE)).text.trimEnd().split("\r\n");
    const ends = numbers.map(
      (number) => rows.find((row) => row.startsWith(`"${number}"`))?.match(/("[^"]*"(;"[^"]*"){6})$/)?.[1],
    );
    const sku = valueIn(shop, "select sku from variants where id = (select variant_id from order_lines limit 1)");
    expect(rows[0]).toMatch(
      /"Canal";"Numéro du colis";"Références";"Confirmée le";"Expédiée le";"Livrée le";"Retournée le"$/,
    );
    expect(ends).toEqual([
      `"Boutique en ligne";"yal-12ABC3";"${sku}";"";"";"23/11/2026 00:30";""`,
      `"Téléphone";"";"${sku}";"";"";"";""`,
      `"Boutique en ligne";"";"${sku}";"";"";"";""`,
    ]);
  });

  it("come whole when they are many", { timeout: 60_000 }, async () => {
    const { client } = await signInStaff(shop);
    inDatabase(shop, (database) => {
      const columns = database
        .prepare<[], string>("select name from pragma_table_info('orders')")
        .pluck()
        .all()
        .filter((name) => !["id", "number", "number_key", "key_hash", "created_at"].includes(name));
      database
        .prepare(
          `with recursive counted(i) as (select 1 union all select i + 1 from counted where i < 1700)
           insert into orders (id, number, number_key, key_hash, created_at, ${columns})
           select 'copy' || i, 'COPY-' || i, 'COPY' || i, 'copy' || i, created_at - i / 3, ${columns}
           from counted join orders on number = ?`,
        )
        .run(numbers[2]);
    });
    const rows = (await client.get(HERE)).text.trimEnd().split("\r\n");
    expect(rows).toHaveLength(1 + 1_700 + numbers.length);
    expect(new Set(rows).size).toBe(rows.length);
    runIn(shop, "delete from orders where id like 'copy%'");
  });

  it("leave a row in the journal, without the words that somebody looked for", async () => {
    const { client, name } = await signInStaff(shop, { name: "Karim" });
    const before = journal().length;
    await client.get(`${HERE}?q=zerrouki&statut=en-attente`);
    const [row, ...others] = journal().slice(before);
    expect(others).toEqual([]);
    expect(row?.name).toBe(name);
    expect(row?.after).toContain("en-attente");
    expect(row?.after).not.toContain("zerrouki");
  });

  it("need a proof of the last minutes, and are offered by their list again once it is there", async () => {
    const client = newClient(shop.url);
    const joined = await joinByPassword(client, invitationIn(shop).path);
    runIn(
      shop,
      "update staff_sessions set proved_at = 0 where staff_id = (select id from staff where email = ?)",
      joined.email,
    );
    const before = journal().length;
    const proof = followed(await client.get(`${HERE}?statut=en-attente`));
    const form = formWith((await client.get(proof)).text, "code");
    const answer = await submit(client, form, { motDePasse: STAFF_PASSWORD, code: joined.codes[0] ?? "" });
    expect(followed(answer)).toBe("/gestion/commandes?statut=en-attente");
    const list = words(await client.get(answer.location ?? ""));
    expect(list).toContain("C'est vérifié : « Exporter en CSV » donne maintenant le fichier.");
    expect(journal()).toHaveLength(before);
    expect((await client.get(HERE)).status).toBe(200);
  });
});
