import fc from "fast-check";

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
  let next = 0;
  const worker = async () => {
    while (next < values.length) {
      const index = next;
      next += 1;
      await work(values[index] as Value, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
