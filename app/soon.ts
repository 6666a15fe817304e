/** There already, or on its way. What is answered many thousand times a second makes no promise where it need not. */
export type Soon<T> = T | Promise<T>;

export const after = <T, Result>(value: Soon<T>, then: (value: T) => Soon<Result>): Soon<Result> =>
  value instanceof Promise ? value.then(then) : then(value);

interface Memory<T> {
  get(key: string): Soon<T> | undefined;
  set(key: string, value: Soon<T>): unknown;
  delete(key: string): unknown;
}

/** What is remembered under this name; else it is made, once for all who ask meanwhile, and remembered unless that fails. */
export function recall<T extends object | string | number>(
  memory: Memory<T>,
  key: string,
  make: () => Promise<T>,
): Soon<T> {
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

/** What is being made is made once for all who ask meanwhile; then it is forgotten here. */
export function shared<T>(running: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const making = make().finally(() => running.delete(key));
  running.set(key, making);
  return making;
}
