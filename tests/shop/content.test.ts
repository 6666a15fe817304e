import { expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { demoHome, seedHomeOnce } from "~/database/seed-home.server";
import { parseSections } from "~/domain/content";
import { openBackstage } from "../support/backstage";
import { describeShop } from "./describe-shop";

describeShop("content", (fixture) => {
  it("begins with the demo's home page, in its order", async () => {
    const sections = await fixture().backstage.shop.content.homeSections();
    expect(sections.map(({ id }) => id)).toEqual(demoHome.map(({ id }) => id));
    expect(sections[1]?.content).toEqual(demoHome[1]?.content);
    expect(parseSections(sections)).toEqual(parseSections(demoHome));
  });

  it("is brought once, also to a shop that was filled before; what a merchant removes stays removed", async () => {
    const database = await openDatabase(await fixture().engine.fresh());
    await migrate(database);
    expect(await Promise.all([seedHomeOnce(database), seedHomeOnce(database)])).toContain(true);
    expect(await seedHomeOnce(database)).toBe(false);
    await database.db.deleteFrom("home_sections").execute();
    expect(await seedHomeOnce(database)).toBe(false);
    expect(await database.db.selectFrom("home_sections").selectAll().execute()).toEqual([]);
    await database.close();
  });

  it("leaves out what is not enabled, and reads past content that is none", async () => {
    const address = await fixture().engine.fresh();
    const backstage = await openBackstage(address);
    const { db, close } = await openDatabase(address);
    await db.updateTable("home_sections").set({ enabled: 0 }).where("type", "=", "hero").execute();
    await db.updateTable("home_sections").set({ content: "{" }).where("type", "=", "categories").execute();
    await db.updateTable("home_sections").set({ position: -1 }).where("type", "=", "trust_features").execute();
    const sections = await backstage.shop.content.homeSections();
    expect(sections.map(({ type }) => type)).toEqual(["trust_features", "categories", "new-products", "collection"]);
    expect(sections[1]?.content).toBeUndefined();
    await backstage.close();
    await close();
  });
});
