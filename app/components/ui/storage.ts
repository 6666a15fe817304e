/** Storage throws where it is off or full: what uses it goes on without. */
export function inStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
