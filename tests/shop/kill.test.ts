import SQLite from "better-sqlite3";
import { afterAll, expect, it } from "vitest";
import { openBackstage } from "../support/backstage";
import type { Task } from "../support/buyer";
import { programOf } from "../support/children";
import { sqlite } from "../support/databases";
import { killRepeatedly } from "../support/kill";
import { isSweep } from "../support/sweeps";

/** after kills at any moment no acknowledged order is lost or doubled, and stock is right. */

const TIMES = isSweep ? 100 : 40;
/** How long a process lives, in milliseconds: on a slow machine as well long enough to order. */
const [SHORTEST, LONGEST] = [5, 250];
const PAIRS = 1_000_000;

const engine = sqlite();
afterAll(() => engine.stop());

it(`loses nothing when the process is killed ${TIMES} times`, { timeout: 180_000 }, async () => {
  const address = await engine.fresh();
  const before = await openBackstage(address);
  const { variants, price } = await before.product([PAIRS, PAIRS, PAIRS]);
  await before.close();

  const program = await programOf("buyer.ts");
  const task: Task = { task: "load", address, variantIds: variants, price, parallel: 8 };
  const { lines: acknowledged } = await killRepeatedly(() => program.start(task), {
    times: TIMES,
    from: SHORTEST,
    to: LONGEST,
  });
  program.remove();
  // Enough to have been killed in the middle of something.
  expect(acknowledged.length).toBeGreaterThan(TIMES * 5);

  const file = new SQLite(address.file, { readonly: true });
  expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(file.pragma("foreign_key_check")).toEqual([]);
  const stored = file.prepare("select number from orders").pluck().all() as string[];
  file.close();

  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(new Set(stored).size).toBe(stored.length);
  const kept = new Set(stored);
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);

  const after = await openBackstage(address);
  for (const variant of variants) {
    expect((await after.stockOf(variant)) + (await after.orderedOf(variant))).toBe(PAIRS);
  }
  expect(await after.wrongSums()).toEqual([]);
  expect(await after.damagedOrders()).toEqual([]);
  await after.close();
});
