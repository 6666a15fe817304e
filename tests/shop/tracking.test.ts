import { expect, it } from "vitest";
import { orderNumber } from "~/domain/order/order";
import { newAccount } from "../support/shop/accounts";
import { ordered } from "../support/shop/orders";
import { id, someone } from "../support/shop/test-shop";
import { describeShop } from "./describe-shop";

const MINUTE = 60_000;
const WRONG = "0661234567";

/** Numbers that no order has; chance is 1 in 6.5 × 10^11 for each order. */
const unknownNumber = () => orderNumber(crypto.getRandomValues(new Uint8Array(32)));

describeShop("who guesses the phone of an order", (fixture) => {
  /** A shop with a clock that the test moves. */
  const clocked = async () => {
    const clock = { now: Date.now() };
    const shop = await fixture().testShop.reopened({ now: () => new Date(clock.now) });
    return { clock, shop, orders: shop.orders };
  };
  const answers = async (times: number, ask: () => Promise<unknown>) => {
    const told: unknown[] = [];
    for (let time = 0; time < times; time += 1) told.push(await ask());
    return told;
  };

  it("has five wrong ones an hour for one number, from all visitors together; then right and wrong are refused alike", async () => {
    const { clock, shop, orders } = await clocked();
    const { number, visitor } = await ordered(fixture().testShop, { shop });
    const wrong = () => orders.track(number, WRONG, id("visitor"), id("address"));
    const right = (by = id("visitor")) => orders.track(number.toLowerCase(), someone.phone, by, id("address"));
    // An order that is found is no failure, and resets no count.
    expect(await answers(2, wrong)).toEqual(["unknown", "unknown"]);
    const granted = id("visitor");
    for (const item of await answers(6, () => right(granted))) expect(item).toMatchObject({ number });
    for (const entry of await answers(6, right)) expect(entry).toMatchObject({ number });
    expect(await answers(3, wrong)).toEqual(["unknown", "unknown", "unknown"]);
    expect(await answers(2, wrong)).toEqual(["limited", "limited"]);
    const stranger = id("visitor");
    expect(await right(stranger)).toBe("limited");
    expect(await orders.read(number, stranger)).toBeUndefined();
    expect(await orders.cancel(number, stranger)).toBe("unknown");

    // Who may open it already is not kept out.
    expect(await orders.read(number, visitor)).toMatchObject({ number });
    expect(await right(visitor)).toMatchObject({ number });
    expect(await right(granted)).toMatchObject({ number });
    clock.now += 59 * MINUTE;
    expect(await right()).toBe("limited");
    clock.now += MINUTE;
    expect(await right()).toMatchObject({ number });
  });

  it("gets the same answers for a number that no order has", async () => {
    const { orders } = await clocked();
    const number = unknownNumber();
    const guess = () => orders.track(number, WRONG, id("visitor"), id("address"));
    expect(await answers(7, guess)).toEqual([...Array<string>(5).fill("unknown"), "limited", "limited"]);
  });

  it("is counted one by one at the same moment", async () => {
    const { shop, orders } = await clocked();
    const { number } = await ordered(fixture().testShop, { shop });
    const told = await Promise.all(
      Array.from({ length: 20 }, () => orders.track(number, WRONG, id("visitor"), id("address"))),
    );
    expect(told.filter((item) => item === "unknown")).toHaveLength(5);
    expect(told.filter((item) => item === "limited")).toHaveLength(15);
  });

  it("is counted together with who attaches it to an account; an account that has it keeps it", async () => {
    const { shop, orders } = await clocked();
    const { number } = await ordered(fixture().testShop, { shop });
    const [{ account: owner }, { account: stranger }] = [await newAccount(shop), await newAccount(shop)];
    expect(await orders.attach(number, someone.phone, owner.id, id("address"))).toMatchObject({ number });
    const attach = (phone: string) => orders.attach(number, phone, stranger.id, id("address"));
    expect(await answers(3, () => attach(WRONG))).toEqual(["unknown", "unknown", "unknown"]);
    // It is another account's already, which the answer does not show.
    expect(await attach(someone.phone)).toBe("unknown");
    expect(await orders.track(number, WRONG, id("visitor"), id("address"))).toBe("unknown");
    expect(await attach(someone.phone)).toBe("limited");
    expect(await orders.track(number, someone.phone, id("visitor"), id("address"))).toBe("limited");
    expect(await orders.attach(number, someone.phone, owner.id, id("address"))).toMatchObject({ number });
    expect(await orders.read(number, owner.id)).toMatchObject({ number });
  });

  it("has two hundred wrong ones an hour from one address, which a town may share", async () => {
    const { clock, shop, orders } = await clocked();
    const { number, visitor } = await ordered(fixture().testShop, { shop });
    const address = id("address");
    const right = (from?: string, by = id("visitor")) => orders.track(number, someone.phone, by, from);
    const wrong = () => orders.track(unknownNumber(), WRONG, id("visitor"), address);
    expect(new Set(await answers(199, wrong))).toEqual(new Set(["unknown"]));
    // A number that this shop never gave counts too; one that is found does not.
    expect(await right(address)).toMatchObject({ number });
    expect(await orders.track("?", someone.phone, id("visitor"), address)).toBe("unknown");
    // Refused there again and again, the number itself is not used up for others.
    expect(await answers(7, () => right(address))).toEqual(Array<string>(7).fill("limited"));
    expect(await right(address, visitor)).toMatchObject({ number });
    expect(await right(id("address"))).toMatchObject({ number });
    // Without a known address all clients count together, by a much larger limit.
    expect(await right()).toMatchObject({ number });
    clock.now += 60 * MINUTE;
    expect(await right(address)).toMatchObject({ number });
  });
});
