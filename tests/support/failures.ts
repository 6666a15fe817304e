import type { BrowserContext, Page, Route } from "playwright";

/** How a request of a page can fail. */
export const failures = {
  "answers 503": (route) => route.fulfill({ status: 503, body: "" }),
  "is cut off": (route) => route.abort(),
  "answers HTML": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" }),
  "never answers": () => undefined,
} satisfies Record<string, (route: Route) => unknown>;

export type Failure = keyof typeof failures;

/**
 * Holds requests to this address from now on.
 * @param then what happens to them afterwards
 * @returns lets them go on
 */
export async function hold(
  by: BrowserContext | Page,
  address: string | RegExp,
  then: (route: Route) => unknown = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await by.route(address, async (route) => {
    await held;
    await then(route);
  });
  return release;
}
