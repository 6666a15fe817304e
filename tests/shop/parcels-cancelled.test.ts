import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byCommand } from "~/domain/office/journal";
import { MINUTE } from "~/domain/values/durations";
import { newAccount } from "../support/shop/accounts";
import { courierShop } from "../support/shop/courier-shop";
import { officeViolations } from "../support/shop/office-invariants";
import { orderOf } from "../support/shop/orders";
import { beginParcel, claimParcel, settleParcel } from "../support/shop/parcels";
import { id, setStatus, someone } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** Orders that are cancelled or returned while their parcel is out: pairs come back once. */

describeShopHere("backOffice", "parcels", (fixture) => {
  const testShop = () => fixture().testShop;
  const here = courierShop(testShop);
  const {
    clock,
    lines,
    carry,
    confirmed,
    posted,
    post,
    sentOf,
    reopened,
    statusOf,
    why,
    waiting,
    statusSaid,
    deletedSaid,
  } = here;

  /** Pairs in stock; all of them, or those of orders that hold theirs are not. */
  const stockOf = async ({ variant }: { variant: string }) => {
    const { database, stockOf } = testShop();
    expect(await officeViolations(database, new Map([[variant, 5]]))).toEqual([]);
    return stockOf(variant);
  };

  it("cancelled before it is carried: nothing goes out", async () => {
    const order = await confirmed();
    await setStatus(here.shop, order.number, "cancelled");
    await carry();
    expect(here.fake.calls).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await testShop().stockOf(order.variant)).toBe(5);
    // Also between taking it and posting it.
    const late = await confirmed();
    const task = await claimParcel(here.shop, late.number);
    await setStatus(here.shop, late.number, "cancelled");
    expect(await here.shop.parcelQueue.begin(task)).toBe(false);
  });

  it("without a parcel at the courier: none stays to be announced, whatever the order becomes", async () => {
    const stateOf = async ({ number }: { number: string }) => (await here.shop.office.orderPage(number))?.parcel?.state;
    const pending = await orderOf(here.shop, (await confirmed()).lines);
    await setStatus(here.shop, pending.number, "cancelled");
    expect(await stateOf(pending)).toBeUndefined();
    for (const status of ["cancelled", "shipped"] as const) {
      const order = await confirmed();
      await settleParcel(here.shop, order.number, { kind: "refused", failure: "adresse" });
      expect(await stateOf(order)).toBe("refused");
      await setStatus(here.shop, order.number, status);
      expect(await stateOf(order)).toBe("withdrawn");
    }
  });

  it("cancelled while it is posted, or after: it is deleted at the courier, once", async () => {
    const during = await confirmed();
    const task = await beginParcel(here.shop, during.number);
    const answer = await post(task);
    await setStatus(here.shop, during.number, "cancelled");
    await here.shop.parcelQueue.settle(task, { kind: "posted", ...answer });
    expect(await stockOf(during)).toBe(4);
    const after = await posted();
    expect(here.fake.parcels.map(({ order_id }) => order_id)).toEqual([after.number]);
    await setStatus(here.shop, after.number, "cancelled");
    // Its answer is lost: the next time it is gone already, which is fine.
    here.fake.fail(/DELETE/, { kind: "done-and-silent" });
    await carry();
    expect(here.fake.parcels).toEqual([]);
    expect([await stockOf(during), await stockOf(after)]).toEqual([5, 4]);
    clock.now += 2 * MINUTE;
    await carry();
    expect(await stockOf(after)).toBe(5);
    expect(await waiting()).toEqual([]);
    expect(lines.filter((line) => line.includes("call the courier"))).toEqual([]);
  });

  it.each([
    ["is gone", "En préparation", 5],
    ["is on its way", "Centre", 4],
  ])("cancelled, and its deletion is refused: its parcel %s, as the courier's list tells", async (_, status, stock) => {
    const order = await posted();
    order.parcel.last_status = status;
    await setStatus(here.shop, order.number, "cancelled");
    here.fake.fail(/DELETE/, { kind: "done-and-silent" });
    const body = JSON.stringify({ message: "Parcel not found" });
    here.fake.fail(/DELETE/, { kind: "status", status: 404, body }, 10);
    await carry();
    clock.now += 2 * MINUTE;
    await carry();
    expect(await waiting()).toEqual([]);
    expect(await stockOf(order)).toBe(stock);
    expect(lines.filter((line) => line.includes("call the courier"))).toHaveLength(5 - stock);
  });

  it("cancelled after a post without an answer: the courier is asked, and what it made is deleted", async () => {
    here.fake.fail(/POST/, { kind: "done-and-silent" });
    const order = await confirmed();
    await carry();
    await setStatus(here.shop, order.number, "cancelled");
    // Not at once: a post may still be on its way there.
    await carry();
    expect(sentOf(order)).toHaveLength(1);
    expect(await stockOf(order)).toBe(4);
    clock.now += 2 * MINUTE;
    await carry();
    expect(sentOf(order)).toHaveLength(0);
    expect(await stockOf(order)).toBe(5);
  });

  it("cancelled after a post without an answer, while the courier's list is behind: what it made is deleted", async () => {
    const orders = [await confirmed(), await confirmed()] as const;
    const stocks = async () => [await stockOf(orders[0]), await stockOf(orders[1])];
    here.fake.fail(/POST/, { kind: "done-and-silent" });
    here.fake.fail(/POST/, { kind: "silence" });
    await carry();
    expect(here.fake.parcels).toHaveLength(1);
    here.fake.listsFrom = clock.now + 10 * MINUTE;
    for (const { number } of orders) await setStatus(here.shop, number, "cancelled");
    while (clock.now < here.fake.listsFrom) {
      clock.now += MINUTE;
      expect(await stocks()).toEqual([4, 4]);
      await carry();
    }
    clock.now += 10 * MINUTE;
    await carry();
    expect(here.fake.parcels).toEqual([]);
    expect(await stocks()).toEqual([5, 5]);
    expect(await waiting()).toEqual([]);
    // Long after its post, it is believed at once.
    here.fake.fail(/POST/, { kind: "silence" });
    const old = await confirmed();
    await carry();
    here.fake.fail(/GET/, { kind: "html" }, 100);
    for (let minute = 0; minute < 20; minute += 1) {
      clock.now += MINUTE;
      await carry();
    }
    here.fake.heal();
    await setStatus(here.shop, old.number, "cancelled");
    clock.now += 2 * MINUTE;
    await carry();
    expect(await stockOf(old)).toBe(5);
  });

  describe("cancelled when its parcel was refused, which the courier has all the same", () => {
    /** Cancelled, with its pairs held until the courier was asked. */
    const cancel = async (order: Awaited<ReturnType<typeof confirmed>>) => {
      expect(sentOf(order)).toHaveLength(1);
      expect((await here.shop.office.orderPage(order.number))?.parcel?.state).toBe("refused");
      await setStatus(here.shop, order.number, "cancelled");
      expect(await stockOf(order)).toBe(4);
      expect(await why(order)).toBeUndefined();
      await carry();
    };
    const isDeleted = async (order: Awaited<ReturnType<typeof confirmed>>) => {
      expect(sentOf(order)).toEqual([]);
      expect([await stockOf(order), await waiting()]).toEqual([5, []]);
    };
    /** The courier takes each order once. */
    const once = () => {
      const taken = new Set<unknown>();
      here.fake.refusal = ({ order_id }) => (taken.has(order_id) ? "order_id is taken" : void taken.add(order_id));
    };
    /** Its post had no answer, and the next one was refused. */
    const doubled = async () => {
      once();
      here.fake.fail(/POST/, { kind: "done-and-silent" });
      const order = await confirmed();
      here.fake.listsFrom = clock.now + 17 * MINUTE;
      for (; clock.now < here.fake.listsFrom; clock.now += MINUTE) await carry();
      return order;
    };
    /** Made in an earlier life of the database, at another sum. */
    const otherSum = async () => {
      const order = await confirmed();
      await post(await claimParcel(here.shop, order.number));
      for (const { sent } of sentOf(order)) sent.price = 100;
      clock.now += 5 * MINUTE;
      await carry();
      return order;
    };

    it.each([
      ["as a double", doubled],
      ["for its sum", otherSum],
    ])("%s: it is deleted there", async (_, refused) => {
      const order = await refused();
      await cancel(order);
      await isDeleted(order);
    });

    it("and gives back no longer: the pairs come with it", async () => {
      const order = await otherSum();
      for (const parcel of sentOf(order)) parcel.last_status = "Centre";
      await cancel(order);
      expect(lines.at(-1)).toMatch(/does not give its parcel back: call the courier\.$/);
      expect(await stockOf(order)).toBe(4);
      await here.shop.parcelQueue.recordEvents([
        statusSaid(sentOf(order)[0]?.tracking ?? "", "Retourné au vendeur", 1),
      ]);
      expect(await stockOf(order)).toBe(5);
    });

    it("also when it is announced again and not carried yet", async () => {
      const order = await otherSum();
      await here.shop.office.retryParcel(order.number, {}, byCommand);
      await setStatus(here.shop, order.number, "cancelled");
      clock.now += 2 * MINUTE;
      await carry();
      await isDeleted(order);
    });

    it("and sent by hand: nothing is deleted", async () => {
      const order = await otherSum();
      await setStatus(here.shop, order.number, "shipped");
      await carry();
      expect(sentOf(order)).toHaveLength(1);
      expect((await here.shop.office.orderPage(order.number))?.parcel?.state).toBe("withdrawn");
    });

    it("and that of a number which is another order's: that one is not deleted", async () => {
      const other = await posted();
      const order = await confirmed();
      const task = await beginParcel(here.shop, order.number);
      await here.shop.parcelQueue.settle(task, { kind: "posted", tracking: other.tracking });
      await setStatus(here.shop, order.number, "cancelled");
      expect(await stockOf(order)).toBe(5);
      here.fake.parcels.push({ ...other.parcel, order_id: order.number });
      await carry();
      expect(here.fake.parcels).toHaveLength(2);
    });
  });

  it("cancelled when the courier refused its parcel, and has none: the pairs are back once it was asked", async () => {
    here.fake.refusal = () => "The phone is not valid";
    const order = await confirmed();
    await carry();
    await setStatus(here.shop, order.number, "cancelled");
    expect(await stockOf(order)).toBe(4);
    await carry();
    expect([await stockOf(order), await waiting()]).toEqual([5, []]);
    expect((await here.shop.office.orderPage(order.number))?.parcel?.state).toBe("withdrawn");
  });

  /** Cancelled when the courier does not give its parcel back. */
  const kept = async () => {
    const order = await posted();
    order.parcel.last_status = "Centre";
    await setStatus(here.shop, order.number, "cancelled");
    // Nobody knows yet whether the courier gives it up.
    expect(await stockOf(order)).toBe(4);
    await carry();
    return order;
  };

  it("cancelled when the parcel is on its way: its pairs come back with it, once", async () => {
    const order = await kept();
    const { tracking } = order;
    expect(lines).toEqual([
      `Order ${order.number} is cancelled, and the courier does not give its parcel back: call the courier.`,
    ]);
    await carry();
    expect(lines).toHaveLength(1);
    const underWay = [`Order ${order.number} is cancelled, and its parcel is under way: call the courier.`];
    expect(await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Sorti en livraison", 1)])).toEqual(underWay);
    expect(await stockOf(order)).toBe(4);
    const returned = statusSaid(tracking, "Retourné au vendeur", 2);
    await Promise.all([
      here.shop.parcelQueue.recordEvents([returned]),
      reopened().parcelQueue.recordEvents([returned]),
    ]);
    expect(await stockOf(order)).toBe(5);
    expect(await here.shop.parcelQueue.recordEvents([returned])).toEqual([]);
    expect(await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Sorti en livraison", 3)])).toEqual(underWay);
    expect([await stockOf(order), await statusOf(order)]).toEqual([5, "cancelled"]);
  });

  it("cancelled when the courier keeps the parcel: the reason of an attempt that failed before is taken away", async () => {
    const order = await posted();
    order.parcel.last_status = "Centre";
    await setStatus(here.shop, order.number, "cancelled");
    here.fake.fail(/DELETE/, { kind: "refused" });
    await carry();
    expect(await why(order)).toMatch(/^Le livreur ne répond pas/);
    clock.now += 2 * MINUTE;
    await carry();
    expect(lines.at(-1)).toContain("does not give its parcel back");
    expect(await why(order)).toBeUndefined();
  });

  it.each([
    ["never picked up", [], 5],
    ["that was under way", ["Ramassé"], 4],
  ])(
    "cancelled when the courier keeps the parcel, and deletes it then: one %s gives its pairs back once",
    async (_, said, stock) => {
      const order = await posted();
      await setStatus(here.shop, order.number, "cancelled");
      await settleParcel(here.shop, order.number, { kind: "kept" });
      const { recordEvents } = here.shop.parcelQueue;
      for (const status of ["En préparation", ...said]) await recordEvents([statusSaid(order.tracking, status, 1)]);
      expect(await stockOf(order)).toBe(4);
      for (const minute of [2, 2, 3]) {
        expect(await recordEvents([deletedSaid(order.tracking, minute)])).toEqual([]);
        expect([await statusOf(order), await stockOf(order)]).toEqual(["cancelled", stock]);
      }
    },
  );

  it("cancelled when the answer to its post was lost: the number that was looked up leads its return", async () => {
    const order = await confirmed();
    await beginParcel(here.shop, order.number);
    await setStatus(here.shop, order.number, "cancelled");
    clock.now += 2 * MINUTE;
    const tracking = id("yal");
    await settleParcel(here.shop, order.number, { kind: "kept", tracking });
    expect(await stockOf(order)).toBe(4);
    await here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Retourné au vendeur", 1)]);
    expect(await stockOf(order)).toBe(5);
  });

  it("cancelled while the courier is asked for its parcel: the pairs are counted in the shop until it has them", async () => {
    const { parcel, ...order } = await posted();
    const held = async () => {
      const { stock, held } = (await here.shop.office.stock(order.variant.toUpperCase())) ?? {};
      return [stock, held];
    };
    await setStatus(here.shop, order.number, "cancelled");
    expect(await held()).toEqual([4, 1]);
    await here.shop.parcelQueue.recordEvents([statusSaid(parcel.tracking, "En préparation", 1)]);
    expect(await held()).toEqual([4, 1]);
    parcel.last_status = "Centre";
    await carry();
    expect(await held()).toEqual([4, 0]);
    await here.shop.parcelQueue.recordEvents([statusSaid(parcel.tracking, "Retourné au vendeur", 2)]);
    expect(await held()).toEqual([5, 0]);
  });

  it.each([
    [
      "of a closed account",
      async (number: string) => {
        const { account } = await newAccount(here.shop);
        await here.shop.orders.attach(number, someone.phone, account.id);
        await here.shop.accounts.close(account.id);
      },
    ],
    ["to be forgotten", async (number: string) => expect(await here.shop.office.forgetPerson(number)).toBe("later")],
  ])("cancelled with its parcel out: the recipient %s stays until that is settled", async (_, forget) => {
    const order = await kept();
    await forget(order.number);
    const phone = async () => (await here.shop.office.orderPage(order.number))?.order.recipient.phone;
    expect(await phone()).toBe(someone.phone);
    await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Retourné au vendeur", 1)]);
    await here.shop.accounts.forgetRecipients();
    expect(await phone()).toBe("");
  });

  it.each([
    ["delivered", 4, "returned"],
    ["returned", 5, "returned"],
  ] as const)("cancelled, and %s by hand when the courier has kept the parcel", async (status, stock, last) => {
    const order = await kept();
    await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Livré", 1)]);
    expect([await statusOf(order), await stockOf(order)]).toEqual(["cancelled", 4]);
    for (const other of ["confirmed", "shipped", "cancelled"] as const)
      expect(await setStatus(here.shop, order.number, other)).toBe("refused");
    expect(await setStatus(here.shop, order.number, status)).toBe("moved");
    expect(await stockOf(order)).toBe(stock);
    // What the courier says later is followed as of any order.
    await here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, "Retourné au vendeur", 2)]);
    expect([await statusOf(order), await stockOf(order)]).toEqual([last, 5]);
    const inTime = await confirmed();
    await setStatus(here.shop, inTime.number, "cancelled");
    expect(await setStatus(here.shop, inTime.number, status)).toBe("refused");
  });

  it("cancelled with its parcel out: the pairs are back once, whatever happens first and again", async () => {
    const acts = ["withdrawn", "kept", "late answer", "deleted", "returned", "by hand"] as const;
    const happening = fc.shuffledSubarray([...acts, ...acts], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(happening, fc.boolean(), async (order, isAnswered) => {
        const one = await confirmed();
        const asked = await beginParcel(here.shop, one.number);
        const tracking = id("yal");
        const answer = () => here.shop.parcelQueue.settle(asked, { kind: "posted", tracking });
        if (isAnswered) await answer();
        await setStatus(here.shop, one.number, "cancelled");
        clock.now += 2 * MINUTE;
        const task = await claimParcel(here.shop, one.number);
        const perform = {
          withdrawn: () => here.shop.parcelQueue.settle(task, { kind: "withdrawn" }),
          kept: () => here.shop.parcelQueue.settle(task, { kind: "kept" }),
          "late answer": answer,
          deleted: () => here.shop.parcelQueue.recordEvents([deletedSaid(tracking, 1)]),
          returned: () =>
            here.shop.parcelQueue.recordEvents([statusSaid(tracking, "Retourné au vendeur", 1, tracking)]),
          "by hand": () => setStatus(here.shop, one.number, "returned"),
        };
        for (const act of order) {
          await perform[act]();
          await stockOf(one);
        }
        // The end of every story.
        await answer();
        await perform.returned();
        expect(await stockOf(one)).toBe(5);
        for (const left of await here.shop.parcelQueue.claim(100))
          await here.shop.parcelQueue.settle(left, { kind: "withdrawn" });
        expect(await stockOf(one)).toBe(5);
      }),
      { numRuns: 40 },
    );
  });

  it("set to returned by hand after 'Livré' stays so when the courier says that again", async () => {
    const order = await kept();
    const said = statusSaid(order.tracking, "Livré", 1);
    await here.shop.parcelQueue.recordEvents([said]);
    expect(await setStatus(here.shop, order.number, "returned")).toBe("moved");
    expect(await stockOf(order)).toBe(5);
    await here.shop.parcelQueue.recordEvents([said]);
    expect(await stockOf(order)).toBe(5);
  });

  describe("returned by mistake, and delivered by the courier", () => {
    /** Set to returned by hand while its parcel is out. */
    const mistaken = async () => {
      const order = await posted();
      for (const status of ["shipped", "returned"] as const) await setStatus(here.shop, order.number, status);
      return {
        ...order,
        tell: (status: string, minute: number) =>
          here.shop.parcelQueue.recordEvents([statusSaid(order.tracking, status, minute)]),
      };
    };
    type Mistaken = Awaited<ReturnType<typeof mistaken>>;
    const stateOf = async (order: Mistaken) => {
      const { orders } = await here.shop.office.listOrders({ parcel: "probleme" });
      const isListed = orders.some((listed) => listed.order.number === order.number);
      return [await statusOf(order), await stockOf(order), isListed];
    };

    it("has its pairs again, and is a problem until somebody sets it to delivered; it may come back then", async () => {
      const order = await mistaken();
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
      await order.tell("Livré", 1);
      await order.tell("Livré", 1);
      expect(await stateOf(order)).toEqual(["returned", 4, true]);
      expect(await setStatus(here.shop, order.number, "delivered")).toBe("moved");
      expect(await stateOf(order)).toEqual(["delivered", 4, false]);
      expect(await setStatus(here.shop, order.number, "returned")).toBe("moved");
      await order.tell("Livré", 2);
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
      expect(await setStatus(here.shop, order.number, "delivered")).toBe("refused");
      // Nor when the courier says something else in between.
      await order.tell("Sorti en livraison", 3);
      await order.tell("Livré", 4);
      expect(await stockOf(order)).toBe(5);
    });

    it("gives its pairs back once more when the courier brings them after all", async () => {
      const order = await mistaken();
      await order.tell("Livré", 1);
      await order.tell("Retourné au vendeur", 2);
      expect(await stateOf(order)).toEqual(["returned", 5, false]);
    });

    it("takes none of what others have ordered meanwhile", async () => {
      const order = await mistaken();
      const [line] = order.lines;
      await orderOf(here.shop, [{ variantId: order.variant, quantity: 5, price: line?.price ?? 0 }]);
      await order.tell("Livré", 1);
      expect(await stateOf(order)).toEqual(["returned", 0, true]);
      expect(await setStatus(here.shop, order.number, "delivered")).toBe("moved");
      expect(await stateOf(order)).toEqual(["delivered", 0, false]);
    });
  });
});
