import { expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { demoHome, seedHomeOnce } from "~/database/seed-home.server";
import { parseSections } from "~/domain/content/content";
import { describeShop } from "./describe-shop";

describeShop("content", (fixture, hereOnly) => {
  it("begins with the demo's home page, in its order", async () => {
    const sections = (await fixture().testShop.shop.content.homeSections()) ?? [];
    expect(sections).toEqual(demoHome.map((section) => ({ subtitle: "", description: "", ...section })));
    expect(parseSections(sections)).toEqual(parseSections(demoHome));
  });

  const brought = "is brought once, also to a shop that was filled before; what a merchant removes stays removed";
  hereOnly("database", brought, async ({ engine }) => {
    const database = await openDatabase(await engine.fresh());
    await migrate(database);
    expect(await Promise.all([seedHomeOnce(database), seedHomeOnce(database)])).toContain(true);
    expect(await seedHomeOnce(database)).toBe(false);
    await database.db.deleteFrom("home_sections").execute();
    expect(await seedHomeOnce(database)).toBe(false);
    expect(await database.db.selectFrom("home_sections").selectAll().execute()).toEqual([]);
    await database.close();
  });

  it("leaves out what is not enabled, and reads past content that is none", async () => {
    const { testShop, where } = fixture();
    await testShop.setSection("hero", { enabled: 0 });
    await testShop.setSection("categories", { content: "{" });
    await testShop.setSection("trust_features", { position: -1 });
    const sections = (await testShop.shop.content.homeSections()) ?? [];
    const types = ["trust_features", "featured_products", "categories", "new-products", "collection"];
    expect(sections.map(({ type }) => type)).toEqual(types);
    // An API without content sends an empty object.
    expect(sections.find(({ type }) => type === "categories")?.content).toEqual(where === "here" ? undefined : {});
  });
});
