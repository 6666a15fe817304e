/** What the work gives; undefined where it throws, as storage does that is off or full. */
export function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
