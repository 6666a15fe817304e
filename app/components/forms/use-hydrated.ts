import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while the server's markup is hydrated, true from then on: what needs a script shows itself by it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
