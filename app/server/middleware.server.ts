import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * remix-serve takes no middleware, and Remix's own hooks pass over redirects, resource routes and failures. Node names the server on a
 * diagnostics channel with its first request; from then on, that request included, middleware stands before the server's own listener.
 */

/** Answers a request, or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const globals = globalThis as { shopMiddleware?: readonly Middleware[] };
const wrapped = new WeakSet<Server>();

/** Each is asked in its turn, before remix-serve. A reloaded module (development) replaces them. */
export function installMiddleware(middleware: readonly Middleware[]): void {
  if (!globals.shopMiddleware)
    subscribe("http.server.request.start", (message) => wrap((message as { server: Server }).server));
  globals.shopMiddleware = middleware;
}

function wrap(server: Server): void {
  if (wrapped.has(server)) return;
  wrapped.add(server);
  const own = server.listeners("request");
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const middleware = globals.shopMiddleware ?? [];
    let asked = 0;
    const next = () => {
      const one = middleware[asked];
      asked += 1;
      if (one) one(request, response, next);
      else for (const listen of own) Reflect.apply(listen, server, [request, response]);
    };
    next();
  };
  server.removeAllListeners("request");
  server.on("request", listener);
  // What Node would refuse by itself, with a bare answer: an expectation that it does not know, and a request that names no host.
  server.on("checkExpectation", listener);
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
}
