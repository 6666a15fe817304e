type Method = (...args: never[]) => unknown;

/** The same services with translated errors; properties that are functions stay as they are. */
export function translateErrors<Services extends object>(
  services: Services,
  translate: (error: unknown) => unknown,
): Services {
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
