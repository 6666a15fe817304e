/** A value or its promise; answers by the thousand make no needless promise. */
export type MaybePromise<T> = T | Promise<T>;

export const andThen = <T, Result>(
  value: MaybePromise<T>,
  then: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> => (value instanceof Promise ? value.then(then) : then(value));

/** The remembered value; else makes it once for all callers, and forgets it on failure. */
export function recallOrMake<T extends object | string | number>(
  memory: Map<string, MaybePromise<T>>,
  key: string,
  make: () => Promise<T>,
): MaybePromise<T> {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const making = make();
  memory.set(key, making);
  making.then(
    (made) => memory.get(key) === making && memory.set(key, made),
    () => memory.get(key) === making && memory.delete(key),
  );
  return making;
}

/** Makes a value once for all who call meanwhile; then it is forgotten here. */
export function shareInFlight<T>(running: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const making = make().finally(() => running.delete(key));
  running.set(key, making);
  return making;
}
