import type { Route } from "playwright";

/** How an address can fail a page that asks for it. */
export const failures = {
  "answers 503": (route) => route.fulfill({ status: 503, body: "" }),
  "is cut off": (route) => route.abort(),
  "answers HTML": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" }),
  "never answers": () => undefined,
} satisfies Record<string, (route: Route) => unknown>;

export type Failure = keyof typeof failures;
