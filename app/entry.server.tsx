import { setFlagsFromString } from "node:v8";
import { answerByRemix } from "./http/answer-by-remix.server";
import { answerAsset } from "./http/assets.server";
import { installMiddleware } from "./http/middleware.server";
import { openContext } from "./http/open-context.server";
import { awaitQuiet } from "./http/pace.server";
import { refuse } from "./http/refuse-requests.server";
import { routeAt } from "./http/route-paths.server";
import { unreadable } from "./http/unreadable.server";
import { answerFromCache } from "./page-cache/answer-from-cache.server";
import { toPlainAddress } from "./page-cache/public-pages.server";
import { rememberProvenance } from "./page-cache/remember-provenance.server";
import { settings } from "./settings.server";
import { shopReady } from "./shop/shop.server";

export { default, handleDataRequest, handleError, streamTimeout } from "./render-page.server";

// Garbage is collected at a third of live memory; V8 would let it grow to several times that.
setFlagsFromString("--heap-growing-percent=30");
// Migrations and the demo catalogue come first: remix-serve listens once this module has loaded.
const shop = await shopReady();
// The shop itself speaks no TLS, so there is a proxy, of which the settings name no address.
if (settings.secure && settings.trustedProxies.rules.length === 0)
  console.info(
    "TRUSTED_PROXIES is not set: nobody's address is known, and limits on attempts by address are left out.",
  );

// Pages from another shop's API depend on more than this database; in development, sources change.
const keepsPages = import.meta.env.PROD && settings.apiUrl === undefined;

/** What every request passes, in this order. What is left are files, which remix-serve sends. */
const middleware = [
  // What another site sent, and what is too large or no address, becomes the page that says so.
  refuse(routeAt),
  // Scripts and style sheets, from memory.
  answerAsset,
  // Where a visit came from, for its order. An API has no field for it.
  ...(settings.apiUrl === undefined ? [rememberProvenance(settings.siteUrl)] : []),
  // Another spelling of a public page's address leads to its own; what is appended is taken off.
  toPlainAddress,
  // Public pages.
  ...(keepsPages ? [answerFromCache(shop)] : []),
  // From here on code can ask whose request it works for (request-context.server.ts).
  openContext,
  // Forms of a crowd come one by one, so that others can read.
  awaitQuiet,
  // All other pages, forms and the API, by the modules of app/routes.
  answerByRemix,
];
// Milliseconds, more than the headers have: 64 KB arrive in less. Node looks every half minute.
// An order waits 20 s at most; Docker ends a shop that was not stopped after 30.
installMiddleware(
  middleware,
  { requestTimeout: 90_000, maxConnections: settings.maxConnections, stopTimeout: 25_000 },
  unreadable,
);
