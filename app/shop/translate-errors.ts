import { isUnavailable } from "~/database/failures.server";
import { ShopUnavailable, whyOf } from "./shop";

type Method = (...args: never[]) => unknown;

/**
 * The same services, whose passing failures of the database are ShopUnavailable. Properties that
 * are functions stay as they are.
 * @param report gets each failure that is not in the log yet
 */
export function translateErrors<Services extends object>(
  services: Services,
  report: (failure: ShopUnavailable) => void = () => {},
): Services {
  const translate = (error: unknown): unknown => {
    const failure = isUnavailable(error)
      ? new ShopUnavailable(`The database does not answer: ${whyOf(error)}`, { cause: error })
      : error;
    if (failure instanceof ShopUnavailable && !failure.isLogged) report(failure);
    return failure;
  };
  const translating = (service: object, method: Method) => {
    return async (...args: never[]) => {
      try {
        return await method.apply(service, args);
      } catch (error) {
        throw translate(error);
      }
    };
  };
  const entries = Object.entries(services).map(([name, service]) => [
    name,
    typeof service === "function"
      ? service
      : Object.fromEntries(
          Object.entries<Method>(service).map(([called, method]) => [called, translating(service, method)]),
        ),
  ]);
  return Object.fromEntries(entries) as Services;
}
