import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { byCommand, byCourier, byShop, byStaff } from "~/domain/office/journal";
import { DAY } from "~/domain/values/durations";
import { openLocalShop } from "~/shop/local/index.server";
import { type JournalRow, writeJournal } from "~/shop/local/journal.server";
import type { OperatedShop } from "~/shop/shop";
import { allPages } from "../support/shop/all-pages";
import { engines } from "../support/shop/databases";
import { hire, karim, nadia } from "../support/shop/staff";

describe.each(engines().map((engine) => [engine.name, engine] as const))("the journal on %s", (_, engine) => {
  let database: Database;
  let shop: OperatedShop;

  beforeAll(async () => {
    database = await openDatabase(await engine.fresh());
    await migrate(database);
    shop = openLocalShop({ database, now: () => new Date(), randomBytes });
    for (const person of [nadia, karim]) await hire({ database }, person);
  });
  afterAll(async () => {
    await shop.close();
    await engine.stop();
  });

  /** Writes rows, each a minute later than the one before; `at` gives all the same time. */
  async function written(rows: Partial<JournalRow>[], day: string, step = 60_000) {
    let time = new Date(`${day}T10:00:00Z`).getTime();
    for (const row of rows) {
      const context = { now: () => new Date(time), randomBytes };
      await database.transact((transaction) =>
        writeJournal(context, transaction, {
          ...{ by: byShop, action: "order-noted", subject: "order", id: "1", name: "W-1" },
          ...row,
        }),
      );
      time += step;
    }
    const since = new Date(`${day}T00:00:00Z`);
    return { since, until: new Date(since.getTime() + DAY) };
  }

  const notesOf = async (...asked: Parameters<OperatedShop["office"]["journal"]>) =>
    (await shop.office.journal(...asked)).entries.map(({ after }) => after?.Note);

  it.each([60_000, 0])("lists everything, newest first, by pages, also %i ms apart", async (step) => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ after: { Note: index } }));
    const day = await written(rows, step === 0 ? "2027-03-01" : "2027-03-02", step);
    const pages = await allPages((after) => shop.office.journal(day, { size: 3, after }));
    expect(pages.map(({ entries }) => entries.length)).toEqual([3, 3, 1]);
    const notes = pages.flatMap(({ entries }) => entries.map((entry) => entry.after?.Note));
    if (step > 0) expect(notes).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(notes.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("begins at the newest where a cursor is none", async () => {
    const day = await written([{ after: { Note: "seule" } }], "2027-03-03");
    for (const after of ["", "x", "12", "9999999999999999999-a", "1-'; drop table journal"])
      expect(await notesOf(day, { size: 5, after })).toEqual(["seule"]);
  });

  it("filters by person, by others, by kind and by day", async () => {
    const day = await written(
      [
        { by: nadia, after: { Note: "N" } },
        { by: karim, after: { Note: "K" } },
        { by: byCommand, after: { Note: "C" } },
        { by: byCourier, subject: "product", action: "stock-set", after: { Note: "P" } },
      ],
      "2027-03-04",
    );
    const size = { size: 9 };
    expect(await notesOf({ ...day, staffId: "nadia" }, size)).toEqual(["N"]);
    expect(await notesOf({ ...day, actor: "command" }, size)).toEqual(["C"]);
    expect(await notesOf({ ...day, subject: "product" }, size)).toEqual(["P"]);
    expect(await notesOf({ ...day, subject: "order", staffId: "karim" }, size)).toEqual(["K"]);
    expect(await notesOf({ ...day, since: day.until, until: new Date(day.until.getTime() + 1) }, size)).toEqual([]);
  });

  it("finds a person by their address, and nothing by a name that nobody has", async () => {
    const day = await written([{ subject: "staff", id: "karim", name: "x", after: { Note: "S" } }], "2027-03-05");
    const size = { size: 9 };
    expect(await notesOf({ ...day, name: "Karim@example.com" }, size)).toEqual(["S"]);
    expect(await notesOf({ ...day, subject: "order", name: "karim@example.com" }, size)).toEqual([]);
    for (const name of ["W-999", "\0", "é".repeat(200)]) expect(await notesOf({ ...day, name }, size)).toEqual([]);
  });

  it("tells all of one thing, and who works here, sorted as people do", async () => {
    await hire({ database }, byStaff({ id: "elodie", name: "Élodie" }));
    await written([{ id: "order-9", before: { Statut: "en attente" }, after: { Statut: "confirmée" } }], "2027-03-06");
    const [entry, ...others] = await shop.office.journalOf("order", "order-9");
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: "shop", name: "", action: "order-noted", before: { Statut: "en attente" } });
    expect((await shop.staff.team()).people.map(({ name }) => name)).toEqual(["Élodie", "Karim", "Nadia"]);
    expect(await shop.office.journalPeople()).toEqual([
      { id: "elodie", name: "Élodie" },
      { id: "karim", name: "Karim" },
      { id: "nadia", name: "Nadia" },
    ]);
  });
});
