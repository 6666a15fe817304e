import fc from "fast-check";
import PQueue from "p-queue";

/** Random input for HTTP, to be sent side by side. `SEED=…` draws the printed seed's again. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** @param salt makes draws differ */
export function draw<Value>(arbitrary: fc.Arbitrary<Value>, count: number, salt = 0): Value[] {
  return fc.sample(arbitrary, { seed: seed + salt, numRuns: count });
}

/** Does the work for every item, `parallel` at a time. */
export async function sideBySide<Value>(
  values: readonly Value[],
  atOnce: number,
  work: (value: Value, index: number) => Promise<void>,
): Promise<void> {
  await new PQueue({ concurrency: atOnce }).addAll(values.map((value, index) => () => work(value, index)));
}
