import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/**
 * remix-serve takes no middleware, and Remix's hooks skip redirects, resource routes and failures.
 * Node names the server on a diagnostics channel, so middleware is put before its listener.
 */

/** Answers a request, or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Event of a response that is made, though its client may read it slowly, or never. */
export const MADE = "shop-made";

export const isReading = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

/** Without the query, which can hold a search, a home address or a mailed token. */
export const pathOf = ({ url = "/" }: IncomingMessage): string => url.split("?", 1)[0] || "/";

/** What connections may hold. Node takes the longer time for the whole request. */
type Limits = Pick<Server, "requestTimeout" | "maxConnections"> & {
  /** Milliseconds for the last answers of a server that is stopped. */
  stopTimeout: number;
};

/** The whole answer to bytes that are no request. */
type Unreadable = (status: number) => string;

const globals = globalThis as {
  shopMiddleware?: readonly Middleware[];
  shopLimits?: Limits;
  shopUnreadable?: Unreadable;
};
/** By the codes of Node's errors. */
const UNREADABLE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const REQUEST = "http.server.request.start";
/** How long a stopped server waits for what comes on an open connection. */
const IDLE_MS = 500;
/** How long the rest of a request is read whose answer ended its connection. */
const LINGER_MS = 5_000;
/** Connections that browsers open ahead. Node takes one without a request for a busy one. */
const silent = new Set<Socket>();

/** Calls them in this order, before remix-serve. A module reloaded in development replaces them. */
export function installMiddleware(middleware: readonly Middleware[], limits: Limits, unreadable: Unreadable): void {
  if (!globals.shopMiddleware) {
    subscribe(REQUEST, wrapAtFirst);
    subscribe("net.server.socket", (message) => {
      const { socket } = message as { socket: Socket };
      silent.add(socket);
      socket.once("close", () => silent.delete(socket));
      socket.destroySoon = () => closeGently(socket);
    });
  }
  globals.shopMiddleware = middleware;
  globals.shopLimits = limits;
  globals.shopUnreadable = unreadable;
}

/**
 * Node would close a connection with its last answer: what the client still sends would be met by a
 * reset, which can take the answer away from it (RFC 9112, 9.6).
 */
function closeGently(socket: Socket): void {
  if (socket.writableEnded) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** The process has one server, so its first request names it. */
function wrapAtFirst(message: unknown): void {
  unsubscribe(REQUEST, wrapAtFirst);
  wrap((message as { server: Server }).server);
}

function wrap(server: Server): void {
  // Longer than a proxy keeps an idle connection (docs/nginx.conf): what it posts at Node's five
  // seconds would meet the connection's end, and be a 502.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;
  Object.assign(server, globals.shopLimits);
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.close = (done) => {
    isEnding = true;
    for (const response of underWay) response.shouldKeepAlive = false;
    // Node would end idle connections at once, and with them requests that are on their way.
    setInterval(() => {
      for (const socket of silent) socket.destroy();
      server.closeIdleConnections();
    }, IDLE_MS).unref();
    setTimeout(() => server.closeAllConnections(), globals.shopLimits?.stopTimeout).unref();
    TcpServer.prototype.close.call(server, done);
    return server;
  };
  const listenersBefore = server.listeners("request");
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket);
    if (isEnding) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    const middleware = globals.shopMiddleware ?? [];
    let called = 0;
    const next = () => {
      const handle = middleware[called];
      called += 1;
      if (handle) handle(request, response, next);
      else for (const listen of listenersBefore) Reflect.apply(listen, server, [request, response]);
    };
    next();
  };
  server.removeAllListeners("request");
  server.on("request", listener);
  // Node itself would answer an unknown Expect header, or a request without a host, with no page.
  server.on("checkExpectation", listener);
  // As Node itself does, with no page: once, and nothing behind an answer that has begun.
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Socket) => {
    const hasBegun = [...underWay].some((response) => response.socket === socket && response.headersSent);
    if (socket.writable && !hasBegun) socket.write(globals.shopUnreadable?.(UNREADABLE[code] ?? 400) ?? "");
    socket.destroySoon();
  });
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
}
