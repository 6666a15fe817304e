import { asking } from "~/asking.server";
import { settings } from "~/settings.server";
import { CLIENT_HEADER, clientOf } from "./client-address.server";
import type { Middleware } from "./middleware.server";

/** Says on whose behalf whatever follows is done. */
export const openContext: Middleware = ({ headers, socket }, response, next) => {
  // Nobody brings it along: whatever stood there is written over.
  const forwarded = headers["x-forwarded-for"]?.toString();
  headers[CLIENT_HEADER] = clientOf(socket.remoteAddress, forwarded, settings.trustedProxies);
  // Remix compares Origin with Host and answers a mismatch with an empty 500. What is cross-site was refused before; behind a
  // proxy Host may be an inner name. And only a proxy of ours could be believed about the forwarded host.
  delete headers.origin;
  delete headers["x-forwarded-host"];
  const whenOver = (then: () => void) => {
    if (response.destroyed) then();
    else response.once("close", then);
  };
  asking.run({ userAgent: headers["user-agent"] ?? "", since: performance.now(), whenOver }, next);
};
