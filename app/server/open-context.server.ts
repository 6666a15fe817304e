import { requestContext } from "~/request-context.server";
import { settings } from "~/settings.server";
import { clientOf, networkOf } from "./client-address.server";
import type { Middleware } from "./middleware.server";

/** With https somebody else ends the connections: unless that proxy is known, its own address is all that there is. */
const knowsClients = !settings.secure || settings.trustedProxies.rules.length > 0;

/** Opens the context of the request (request-context.server.ts) for whatever follows. */
export const openContext: Middleware = ({ headers, socket }, response, next) => {
  const forwarded = headers["x-forwarded-for"]?.toString();
  const address = knowsClients
    ? networkOf(clientOf(socket.remoteAddress, forwarded, settings.trustedProxies))
    : undefined;
  // Remix compares Origin with Host and answers a mismatch with an empty 500. What is cross-site was refused before; behind a
  // proxy Host may be an inner name. And only a proxy of ours could be believed about the forwarded host.
  delete headers.origin;
  delete headers["x-forwarded-host"];
  const whenOver = (then: () => void) => {
    if (response.destroyed) then();
    else response.once("close", then);
  };
  requestContext.run({ address, userAgent: headers["user-agent"] ?? "", since: performance.now(), whenOver }, next);
};
