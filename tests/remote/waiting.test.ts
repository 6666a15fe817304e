import { beforeEach, expect, it } from "vitest";
import type { RemoteShop } from "~/shop/remote/index.server";
import { remoteShops } from "../support/fakes/remote-shop";
import { describeOnEach } from "../support/shop/databases";
import { id } from "../support/shop/test-shop";

/** Who waits for an API's pair that comes back under another identifier (decision 049). */

describeOnEach("with %s", async (engine) => {
  const remote = await remoteShops(undefined, engine);
  const { fake, opened } = remote;
  let shop: RemoteShop;
  beforeEach(async () => {
    shop = await opened();
  });

  const told = async (stocks: Record<number, number>) => {
    await toldOf({ sizes: Object.entries(stocks).map(([value, stock]) => ({ value, stock })) });
  };
  const toldOf = async (sizes: object) => {
    fake.catalogue.products = [{ id: "1", name: "Mule", price: 4_500, ...sizes }] as typeof fake.catalogue.products;
    expect(await shop.sync.refresh()).toBe(true);
  };
  const waits = async (variantId: string, ...contacts: string[]) => {
    for (const contact of contacts)
      expect(await shop.stockAlerts.request({ variantId, contacts: [contact] })).toBe("noted");
  };
  const mailed = async () => {
    await shop.stockAlerts.deliver();
    return (await shop.mailQueue.claim(10)).map(({ recipient, text }) => [
      recipient,
      /pointure=(\d+)/.exec(text)?.[1] ?? "",
    ]);
  };

  it("what was sold out without sizes is mailed once a size is in stock, once to each", async () => {
    await told({ 39: 0 });
    await waits("~1-39", "both@client.dz");
    await told({});
    await waits("~1", "both@client.dz", "one@client.dz");
    await told({ 38: 0, 39: 0 });
    expect(await mailed()).toEqual([]);
    await told({ 38: 0, 39: 1, 40: 2 });
    expect((await mailed()).sort()).toEqual([
      ["both@client.dz", "39"],
      ["one@client.dz", "39"],
    ]);
    expect(await mailed()).toEqual([]);
  });

  it("who was mailed about that size before is mailed again", async () => {
    await told({ 39: 0 });
    await waits("~1-39", "one@client.dz");
    await told({ 39: 1 });
    expect(await mailed()).toEqual([["one@client.dz", "39"]]);
    await told({});
    await waits("~1", "one@client.dz");
    remote.clock += 60_000;
    await told({ 39: 1 });
    expect(await mailed()).toEqual([["one@client.dz", "39"]]);
  });

  it("carts and requests follow the sizes that 0.1.0 called otherwise", async () => {
    const carts = ["first", "second"].map((name) => id(name));
    // As 0.1.0 had them.
    const inStock = (stock: number) => ({
      variants: [38, 39].map((size) => ({ id: `1-${size}`, stock, options: { size } })),
    });
    await toldOf(inStock(1));
    for (const visitor of carts) await shop.carts.add(visitor, "1-38", 1);
    await toldOf(inStock(0));
    await waits("1-38", "one@client.dz");
    await waits("1-39", "two@client.dz");
    await told({ 38: 3, 39: 1 });
    for (const visitor of carts)
      expect((await shop.carts.read(visitor)).lines).toMatchObject([{ variantId: "~1-38", stock: 3 }]);
    expect((await mailed()).sort()).toEqual([
      ["one@client.dz", "38"],
      ["two@client.dz", "39"],
    ]);
    expect((await shop.catalogue.product("1"))?.variants.map((variant) => variant.id)).toEqual(["~1-38", "~1-39"]);
  });
});
