import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while the server's page is adopted, true from then on: what needs a script shows itself by it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
