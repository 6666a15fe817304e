import type { BrowserContext, Page, Route } from "playwright";

/** How a request of a page can fail. */
export const failures = {
  "answers 503": (route) => route.fulfill({ status: 503, body: "" }),
  "is cut off": (route) => route.abort(),
  "answers HTML": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Portail</h1>" }),
  "never answers": () => undefined,
} satisfies Record<string, (route: Route) => unknown>;

export type Failure = keyof typeof failures;

/** What is said of a request that its page gave up, or whose page or session has ended. */
const REQUEST_IS_GONE = /: Invalid InterceptionId|: Target page, context or browser has been closed/;

function ignoreGone(error: Error): void {
  if (!REQUEST_IS_GONE.test(error.message)) throw error;
}

/**
 * Lets requests of this window to these addresses fail during `use`, a `*` being any text. Unlike a
 * route, this leaves the browser its cache.
 * @param onFailed gets the path of each request that fails
 */
export async function withFailing(
  page: Page,
  addresses: string[],
  failure: Failure,
  onFailed: (path: string) => void,
  use: () => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Fetch.requestPaused", ({ requestId, request: { url } }) => {
    onFailed(new URL(url).pathname);
    const answer = (responseCode: number, type: string, body: string) =>
      session.send("Fetch.fulfillRequest", {
        requestId,
        responseCode,
        responseHeaders: [{ name: "content-type", value: type }],
        body: Buffer.from(body).toString("base64"),
      });
    const failWith = {
      "answers 503": () => answer(503, "text/plain", ""),
      "is cut off": () => session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }),
      "answers HTML": () => answer(200, "text/html", "<h1>Portail</h1>"),
      "never answers": async () => undefined,
    };
    failWith[failure]().catch(ignoreGone);
  });
  // Empties the process's memory, from which scripts come without a request.
  for (const cacheDisabled of [true, false]) await session.send("Network.setCacheDisabled", { cacheDisabled });
  await session.send("Fetch.enable", { patterns: addresses.map((urlPattern) => ({ urlPattern })) });
  try {
    await use();
  } finally {
    await session.detach();
  }
}

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
