import { requestContext } from "~/request-context.server";
import { settings } from "~/settings.server";
import { clientOf, networkOf, unknownProxy } from "./client-address.server";
import { MADE, type Middleware } from "./middleware.server";

/** With https a proxy ends the connections: unless it is trusted, only its own address is known. */
const knowsClients = !settings.secure || settings.trustedProxies.rules.length > 0;

/** Whether it was logged that a proxy is not trusted; a log of each request would be no better. */
let isLogged = false;

/** Its shoppers share the limits of one address, and nobody would know why orders are refused. */
function logUnknownProxy(remote: string | undefined, forwarded: string | undefined): void {
  if (isLogged || !settings.secure || !knowsClients) return;
  const proxy = unknownProxy(remote, forwarded, settings.trustedProxies);
  if (proxy === undefined) return;
  isLogged = true;
  console.warn("TRUSTED_PROXIES does not name %s, which forwards requests: all count as of one address.", proxy);
}

/** Opens the context of the request (request-context.server.ts) for whatever follows. */
export const openContext: Middleware = ({ headers, socket }, response, next) => {
  const forwarded = headers["x-forwarded-for"]?.toString();
  logUnknownProxy(socket.remoteAddress, forwarded);
  const address = knowsClients
    ? networkOf(clientOf(socket.remoteAddress, forwarded, settings.trustedProxies)) || undefined
    : undefined;
  const whenOver = (then: () => void) => {
    if (response.destroyed) return then();
    for (const event of ["close", MADE]) response.once(event, then);
  };
  requestContext.run({ address, userAgent: headers["user-agent"] ?? "", since: performance.now(), whenOver }, next);
};
