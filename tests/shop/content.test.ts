import { expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { parseSections } from "~/domain/content/content";
import { describeShop } from "./describe-shop";

describeShop("content", (fixture) => {
  it("begins with the demo's home page, in its order", async () => {
    const sections = (await fixture().testShop.shop.content.homeSections()) ?? [];
    expect(sections).toEqual(demo.home.map((section) => ({ subtitle: "", description: "", ...section })));
    expect(parseSections(sections)).toEqual(parseSections(demo.home));
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
