import { expect, it } from "vitest";
import { someTests } from "../support/setup/sweeps";
import { id } from "../support/shop/test-shop";
import { describeShopInPart } from "./describe-shop-in-part";

describeShopInPart("guests whose cookie has not come back", someTests(), (fixture) => {
  const HOUR = 60 * 60 * 1000;
  const cartOf = async (guest: string) => (await fixture().testShop.shop.carts.read(guest)).lines.length;
  const wishesOf = async (guest: string) => (await fixture().testShop.shop.wishlist.ids(guest)).length;

  /** A shop whose clock is set, and guests who each put a pair into the cart and on the list. */
  async function newcomers(address: string | undefined) {
    let moment = 1_000_000;
    const shop = await fixture().testShop.reopened({ now: () => new Date(moment) });
    const product = await fixture().testShop.product([500]);
    const come = async (count: number, at = moment + 1) => {
      const guests = Array.from({ length: count }, () => id("guest"));
      for (const guest of guests) {
        moment = at++;
        await shop.guests.begin(guest, address);
        await shop.carts.add(guest, product.variants[0] ?? "", 1);
        await shop.wishlist.add(guest, product.id);
      }
      return guests;
    };
    return { shop, come };
  }

  it("of one address the last fifty keep a cart and a wishlist; who came back is not counted", async () => {
    const { shop, come } = await newcomers(id("192.0.2.1"));
    const [loyal = "", first = "", second = ""] = await come(3);
    await shop.guests.cameBack(loyal);
    const more = await come(49);
    expect([await cartOf(loyal), await cartOf(first), await cartOf(second)]).toEqual([1, 0, 1]);
    expect([await wishesOf(loyal), await wishesOf(first), await wishesOf(second)]).toEqual([1, 0, 1]);
    await come(50);
    for (const guest of [first, second, ...more]) expect(await cartOf(guest)).toBe(0);
    expect([await cartOf(loyal), await wishesOf(loyal)]).toEqual([1, 1]);
  });

  it("leaves alone those of other addresses, and those of whom none is known", async () => {
    const [unknown, other, many] = [
      await newcomers(undefined),
      await newcomers(id("192.0.2.2")),
      await newcomers(id("192.0.2.3")),
    ];
    const guests = [...(await unknown.come(60)), ...(await other.come(1))];
    await many.come(60);
    for (const guest of guests) expect(await cartOf(guest)).toBe(1);
  });

  it("of one address three hundred an hour are kept for good when they come back; others stay their hour", async () => {
    const address = id("192.0.2.4");
    const { shop, come } = await newcomers(address);
    const [kept = ""] = await come(1);
    await shop.guests.cameBack(kept);
    for (let count = 1; count < 300; count += 1) {
      const guest = id("guest");
      await shop.guests.begin(guest, address);
      await shop.guests.cameBack(guest);
    }
    const [late = ""] = await come(1);
    await shop.guests.cameBack(late);
    await come(60);
    expect([await cartOf(kept), await cartOf(late)]).toEqual([1, 1]);
    await shop.guests.forget(new Date(1_100_000), 10_000);
    expect([await cartOf(kept), await cartOf(late)]).toEqual([1, 0]);
  });

  it("go in time, and all but the last ones of all; orders and who came back stay", async () => {
    const { shop, come } = await newcomers(undefined);
    // Guests from other tests are older than these.
    await shop.guests.forget(new Date(10 * HOUR), 0);
    const [old = "", oldAndBack = ""] = await come(2, 10 * HOUR);
    const later = await come(4, 11 * HOUR);
    await shop.guests.cameBack(oldAndBack);
    expect(await shop.guests.forget(new Date(10.5 * HOUR), 3)).toBe(2);
    expect(await Promise.all([old, oldAndBack, ...later].map(cartOf))).toEqual([0, 1, 0, 1, 1, 1]);
    expect(await Promise.all([old, oldAndBack, ...later].map(wishesOf))).toEqual([0, 1, 0, 1, 1, 1]);
    expect(await shop.guests.forget(new Date(10.5 * HOUR), 3)).toBe(0);
  });

  it("more than one portion of them goes at once", async () => {
    const { shop } = await newcomers(undefined);
    await shop.guests.forget(new Date(8.64e15), 0);
    const guests = Array.from({ length: 1203 }, () => id("guest"));
    for (const guest of guests) await shop.guests.begin(guest, undefined);
    expect(await shop.guests.forget(new Date(0), 2)).toBe(1201);
    expect(await shop.guests.forget(new Date(8.64e15), 2)).toBe(2);
  });

  it("are known once something is kept of them", async () => {
    const { shop, come } = await newcomers(undefined);
    const { guests, carts, wishlist } = shop;
    const product = await fixture().testShop.product([5]);
    expect(await guests.isKnown(id("guest"))).toBe(false);
    const wishing = id("guest");
    await guests.begin(wishing, undefined);
    expect(await guests.isKnown(wishing)).toBe(false);
    await wishlist.add(wishing, product.id);
    expect(await guests.isKnown(wishing)).toBe(true);
    const shopping = id("guest");
    await carts.add(shopping, product.variants[0] ?? "", 1);
    expect(await guests.isKnown(shopping)).toBe(true);
    const [both = ""] = await come(1);
    expect(await guests.isKnown(both)).toBe(true);
  });
});
