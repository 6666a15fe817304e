import { describe, expect, it, vi } from "vitest";
import { openPace } from "~/http/pace.server";

/** Keeps every iteration of the event loop busy until it is ended. */
function keepBusy(milliseconds = 2) {
  let isOver = false;
  const work = () => {
    const begun = performance.now();
    while (performance.now() - begun < milliseconds);
    if (!isOver) setImmediate(work);
  };
  work();
  return () => {
    isOver = true;
  };
}

describe("a pace", () => {
  it("calls in the order of coming, one after the other", async () => {
    const whenQuiet = openPace(1_000);
    const called: number[] = [];
    for (let number = 0; number < 5; number += 1) whenQuiet(() => called.push(number));
    expect(called).toEqual([]);
    await vi.waitFor(() => expect(called).toHaveLength(5), 6_000);
    expect(called).toEqual([0, 1, 2, 3, 4]);
  });

  it("lets what else there is to do go first, but not for ever", async () => {
    const whenQuiet = openPace(60);
    const rest = keepBusy();
    const begun = performance.now();
    const times: number[] = [];
    for (let number = 0; number < 2; number += 1) whenQuiet(() => times.push(performance.now() - begun));
    await vi.waitFor(() => expect(times).toHaveLength(2), 5_000);
    rest();
    expect(times[0]).toBeGreaterThan(60);
    expect(times[1]).toBeGreaterThan(120);
  });

  it("goes on after a call that failed", async () => {
    const whenQuiet = openPace(20);
    const failed = new Promise((resolve) => process.once("uncaughtException", resolve));
    const called: string[] = [];
    whenQuiet(() => {
      throw new Error("on purpose");
    });
    whenQuiet(() => called.push("next"));
    expect(await failed).toMatchObject({ message: "on purpose" });
    await vi.waitFor(() => expect(called).toEqual(["next"]), 2_000);
  });
});
