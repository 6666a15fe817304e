import type { BrowserContext, Page, Route } from "playwright";

/** How an address can fail a page that asks for it. */
export const failures = {
  "answers 503": (route) => route.fulfill({ status: 503, body: "" }),
  "is cut off": (route) => route.abort(),
  "answers HTML": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" }),
  "never answers": () => undefined,
} satisfies Record<string, (route: Route) => unknown>;

export type Failure = keyof typeof failures;

/**
 * What is asked for at this address stays on its way from now on.
 * @param then what comes of it
 * @returns what lets it go on
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

/** The shop forgets that scripts failed, so that every page of a journey meets what is broken. */
export const keepTrying = (context: BrowserContext) => context.route("**/sans-scripts", (route) => route.abort());
