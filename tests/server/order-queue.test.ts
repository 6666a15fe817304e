import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openQueue } from "~/http/order-queue.server";

/** A press, its answer, and the end of its request. */
function pressing(queue: ReturnType<typeof openQueue>, waited = 0) {
  const press = { result: "nothing" as "nothing" | number | undefined, over: () => {} };
  void queue((then) => {
    press.over = then;
  }, waited).then((result) => {
    press.result = result;
  });
  return press;
}

const turn = undefined;
let now = 0;
// Turns begin in a pause, which each iteration is that takes no time.
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now));
afterEach(() => void vi.restoreAllMocks());
const iteration = () => new Promise((resolve) => setImmediate(resolve));
async function soon() {
  for (let count = 0; count < 40; count += 1) await iteration();
}

describe("the queue of orders", () => {
  const resultsOf = (all: { result: unknown }[]) => all.map((item) => item.result);

  it("gives turns in the order of coming, so many at once", async () => {
    const queue = openQueue({ atOnce: 2, places: 10, patience: 5_000 });
    const all = Array.from({ length: 5 }, () => pressing(queue));
    await soon();
    expect(resultsOf(all)).toEqual([turn, turn, "nothing", "nothing", "nothing"]);
    all[1]?.over();
    await soon();
    expect(resultsOf(all)).toEqual([turn, turn, turn, "nothing", "nothing"]);
    all[0]?.over();
    all[2]?.over();
    await soon();
    expect(resultsOf(all)).toEqual([turn, turn, turn, turn, turn]);
    for (const item of all) item.over();
  });

  it("gives no turn to who has left, and the place to another", async () => {
    const queue = openQueue({ atOnce: 1, places: 2, patience: 5_000 });
    const [first, gone, last] = [pressing(queue), pressing(queue), pressing(queue)] as const;
    await soon();
    gone.over();
    await soon();
    const late = pressing(queue);
    first.over();
    await soon();
    expect(resultsOf([gone, last, late])).toEqual([10, turn, "nothing"]);
    for (const item of [last, late]) item.over();
  });

  it("tells who finds no place when to come again, two at a time", async () => {
    const queue = openQueue({ atOnce: 1, places: 1, patience: 5_000 });
    const all = Array.from({ length: 6 }, () => pressing(queue));
    await soon();
    expect(resultsOf(all)).toEqual([turn, "nothing", 10, 10, "nothing", "nothing"]);
    all[2]?.over();
    await soon();
    expect(resultsOf(all)).toEqual([turn, "nothing", 10, 10, 10, "nothing"]);
    for (const item of all) item.over();
  });

  it("comes to an end for everybody in time, however long a turn takes", async () => {
    const queue = openQueue({ atOnce: 1, places: 10, patience: 100 });
    const all = Array.from({ length: 3 }, () => pressing(queue));
    await soon();
    expect(resultsOf(all)).toEqual([turn, "nothing", "nothing"]);
    await vi.waitFor(() => expect(resultsOf(all)).toEqual([turn, 10, 10]), 2_000);
    // What comes afterwards waits for the turn that is still taken.
    const later = pressing(queue);
    await soon();
    expect(later.result).toBe("nothing");
    all[0]?.over();
    await soon();
    expect(later.result).toBe(turn);
    for (const item of [...all, later]) item.over();
  });

  it("counts the time that a request was waiting before", async () => {
    const queue = openQueue({ atOnce: 1, places: 10, patience: 5_000 });
    const all = [pressing(queue), pressing(queue), pressing(queue, 4_950)];
    await wait(60);
    await soon();
    expect(resultsOf(all)).toEqual([turn, "nothing", 10]);
    for (const item of all) item.over();
  });
});

it("turns that were waited for come after other work, and come all the same", async () => {
  const queue = openQueue({ atOnce: 1, places: 10, patience: 5_000 });
  const first = pressing(queue);
  await iteration();
  expect(first.result).toBe(turn);
  const press = pressing(queue);
  first.over();
  const toldAt: unknown[] = [];
  // As while pages are read: every iteration of the event loop takes two milliseconds.
  for (let count = 0; count < 30; count += 1) {
    await iteration();
    now += 2;
    toldAt.push(press.result);
  }
  expect([toldAt[5], toldAt[29]]).toEqual(["nothing", turn]);
  const idle = pressing(queue);
  press.over();
  await soon();
  expect(idle.result).toBe(turn);
  idle.over();
});
