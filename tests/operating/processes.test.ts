import { afterAll, beforeAll, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { isSweep } from "../support/setup/sweeps";
import type { Task } from "../support/shop/buyer";
import { type Program, programOf } from "../support/shop/children";
import { describeOnEach } from "../support/shop/databases";
import { openTestShop } from "../support/shop/test-shop";

/** Two processes on one database, as during a deployment or behind a load balancer. */
describeOnEach("two processes on %s", (engine) => {
  let program: Program | undefined;
  beforeAll(async () => {
    program = await programOf("buyer.ts");
  });
  afterAll(() => program?.remove());
  /** Starts the processes, lets them run at the same moment, and returns their lines. */
  const together = async (tasks: Task[]) => {
    const children = tasks.map((task) => program?.start(task)).filter((child) => child !== undefined);
    await Promise.all(children.map((child) => child.waitForLine("ready")));
    for (const child of children) child.writeLine("go");
    await Promise.all(children.map((child) => child.success()));
    return children.map((child) => child.lines.filter((line) => line !== "ready"));
  };

  it("start on an empty database at the same moment: one fills it", async () => {
    for (let round = 0; round < (isSweep ? 2 : 1); round += 1) {
      const address = await engine.fresh();
      const said = await together([1, 2, 3].map(() => ({ task: "open", address })));
      expect(said.flat().sort()).toEqual(["filled", "found", "found"]);
      const testShop = await openTestShop(address);
      const list = await testShop.shop.catalogue.list({ sort: "nouveautes", page: 1 });
      expect(list.total).toBe(demo.products.length);
      await testShop.close();
    }
  });

  // On PostgreSQL over HTTP: tests/operating/crowd.test.ts.
  if (engine.dialect === "sqlite") {
    it("sell 10 pairs to 200 buyers ten times", async () => {
      const address = await engine.fresh();
      const testShop = await openTestShop(address);
      const { variants, price } = await testShop.product([10]);
      const [variantId = ""] = variants;
      const buy = (prefix: string): Task => ({ task: "buy", address, variantId, price, buyers: 100, prefix });
      const said = await together([buy("a"), buy("b")]);
      const outcomes = said.flat();
      expect(outcomes.filter((outcome) => outcome === "placed")).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(190);
      expect(await testShop.stockOf(variantId)).toBe(0);
      expect(await testShop.orderedOf(variantId)).toBe(10);
      expect(await testShop.wrongSums()).toEqual([]);
      await testShop.close();
    });
  }

  it("make one order of one key each", async () => {
    const address = await engine.fresh();
    const testShop = await openTestShop(address);
    const { variants, price } = await testShop.product([100]);
    const [variantId = ""] = variants;
    const buy: Task = { task: "buy", address, variantId, price, buyers: 50, prefix: "same" };
    const said = await together([buy, buy]);
    expect(said.flat().filter((outcome) => outcome === "placed")).toHaveLength(100);
    expect(await testShop.orderCount()).toBe(50);
    expect(await testShop.stockOf(variantId)).toBe(50);
    await testShop.close();
  });
});
