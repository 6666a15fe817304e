import { expect, it } from "vitest";
import { type RequestContext, requestContext } from "~/request-context.server";
import { navigationOf } from "~/routes/shop/navigation.server";
import type { Shop } from "~/shop/shop";

it.each(["homeSections", "list"])("what fails of the navigation (%s) is read again", async (part) => {
  let isDown = true;
  const answer = (name: string, value: unknown) => async () => {
    if (isDown && name === part) throw new Error("canceling statement due to lock timeout");
    return value;
  };
  const pair = { soldOut: false, picture: "a" };
  const slide = { image: "", title: "Soldes", link: "/sale", startDate: "2026-07-01", endDate: "2026-08-01" };
  const hero = { id: "h", type: "hero", title: "", subtitle: "", description: "", content: { slides: [slide] } };
  const shop = {
    ordering: () => ({ isOpen: true }),
    pageState: async () => ({ version: part }),
    catalogue: { navigation: async () => ({ hasNew: true }), list: answer("list", { products: [pair] }) },
    content: { homeSections: answer("homeSections", [hero]) },
  } as unknown as Shop;
  const asked = async () => {
    const context = {} as RequestContext;
    const { hasNew, pairs, sale } = await requestContext.run(context, () => navigationOf(shop));
    return [hasNew, pairs?.length, sale !== undefined, context.isIncomplete];
  };
  expect(await asked()).toEqual(part === "list" ? [true, 0, true, true] : [true, 1, false, true]);
  isDown = false;
  expect(await asked()).toEqual([true, 1, true, undefined]);
});
