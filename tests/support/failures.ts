import type { BrowserContext, Page, Route } from "playwright";

/** How an address can fail a page that asks for it. */
export const failures = {
  "answers 503": (route) => route.fulfill({ status: 503, body: "" }),
  "is cut off": (route) => route.abort(),
  "answers HTML": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" }),
  "never answers": () => undefined,
} satisfies Record<string, (route: Route) => unknown>;

export type Failure = keyof typeof failures;

/** What is asked for at this address stays on its way from now on. @returns what lets it go on */
export async function hold(by: BrowserContext | Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await by.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
