import { requestContext } from "~/request-context.server";
import { settings } from "~/settings.server";
import { clientOf, networkOf } from "./client-address.server";
import { MADE, type Middleware } from "./middleware.server";

/** With https a proxy ends the connections: unless it is trusted, only its own address is known. */
const knowsClients = !settings.secure || settings.trustedProxies.rules.length > 0;

/** Opens the context of the request (request-context.server.ts) for whatever follows. */
export const openContext: Middleware = ({ headers, socket }, response, next) => {
  const forwarded = headers["x-forwarded-for"]?.toString();
  const address = knowsClients
    ? networkOf(clientOf(socket.remoteAddress, forwarded, settings.trustedProxies)) || undefined
    : undefined;
  const whenOver = (then: () => void) => {
    if (response.destroyed) return then();
    for (const event of ["close", MADE]) response.once(event, then);
  };
  requestContext.run({ address, userAgent: headers["user-agent"] ?? "", since: performance.now(), whenOver }, next);
};
