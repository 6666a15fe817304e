import fc from "fast-check";

/**
 * Random input that is sent over HTTP: drawn at once and sent side by side, where a property would send one after the other.
 * The seed is printed, and `SEED=…` draws the same again.
 */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

/** @param salt for draws that shall not resemble each other */
export function draw<Value>(arbitrary: fc.Arbitrary<Value>, count: number, salt = 0): Value[] {
  return fc.sample(arbitrary, { seed: seed + salt, numRuns: count });
}

/** Does the work for every one, so many at a time. */
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
