import { isUnavailable } from "~/database/failures.server";
import { ShopUnavailable } from "../shop";

/** The desk, with the database's passing failures told as ShopUnavailable. */
export function translatingErrors<Desk extends object>(desk: Desk): Desk {
  const methods = Object.entries(desk).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw isUnavailable(error) ? new ShopUnavailable("The database does not answer.", { cause: error }) : error;
      }
    },
  ]);
  return Object.fromEntries(methods) as Desk;
}
