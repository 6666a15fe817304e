import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { asking } from "~/asking.server";
import { settings } from "~/settings.server";
import { isAddress, isHostNamed } from "./addressed";
import { answerAsset } from "./assets.server";
import { CLIENT_HEADER, clientOf } from "./client-address.server";
import { isCrossSite } from "./cross-site";
import { openPace } from "./pace.server";
import { securityHeaders } from "./security-headers.server";

/**
 * What happens to every request before any framework sees it. remix-serve takes no middleware and Remix's own hooks pass over
 * redirects, resource routes and failures; Node names the server on a diagnostics channel with its first request, and from
 * then on, that request included, the server's own listener is asked by this one.
 */

/** Bytes of a request's body; forms of this shop are a hundredth of that (S-7). */
export const MAX_BODY = 64 * 1024;

/** What the courier tells may be many events at once; of what it did not sign nothing is read but its bytes. */
export const MAX_WEBHOOK = settings.yalidine?.webhookSecret ? 1024 * 1024 : MAX_BODY;
const WEBHOOK = "/webhooks/yalidine";

const mostFor = (url: string | undefined) => (url?.split("?")[0] === WEBHOOK ? MAX_WEBHOOK : MAX_BODY);

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  // Whoever looks for attempts finds them in the log, which names paths only (S-7).
  console.warn("Refused with %d: %s %s", status, request.method, request.url?.split("?")[0]);
  // Answered by the page that says so; the body is never read, and the connection is not used again.
  response.setHeader("Connection", "close");
  request.method = "GET";
  request.url = isApi(request.url ?? "") ? `/api/refus/${status}` : `/refus/${status}`;
  delete request.headers["content-length"];
  delete request.headers["transfer-encoding"];
}

/** Where programs ask: they are answered in JSON, refusals too. */
const isApi = (url: string) => /^\/(api|auth|health)\/|^\/orders([/?]|$)/.test(url);

/** What is posted goes on all the same, however much there is to do, in milliseconds. */
const MOST_PAUSE = 40;
/** A crowd that orders is read and understood one by one, while others read pages. */
const whenQuiet = openPace(MOST_PAUSE);

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** @param inside answers what it can before the framework; what is refused it never hears of */
const admitTo =
  (inside: Middleware): Middleware =>
  (request, response, next) => {
    // Before what is posted waits: how long an order waits for its turn counts from here.
    const since = performance.now();
    const { method = "GET", headers } = request;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const goOn = () => handOver(request, response, since, next);
    const refused = whyRefused(request, header);
    if (refused !== undefined) {
      // The page that says so is asked of a host, too.
      if (refused === 400) headers.host = "localhost";
      refuse(request, response, refused);
      goOn();
    } else if (method === "POST") whenQuiet(() => response.destroyed || goOn());
    else if (!answerAsset(request, response)) inside(request, response, goOn);
  };

type Header = (name: string) => string | undefined;

/** @returns the status, of what is not let in */
function whyRefused(
  { method = "GET", url = "", rawHeaders, httpVersion }: IncomingMessage,
  header: Header,
): number | undefined {
  if (!isHostNamed(rawHeaders, httpVersion)) return 400;
  // An absolute address, as a proxy is asked.
  if (!url.startsWith("/")) return 400;
  if (isCrossSite(method, header, settings)) return 403;
  if (Number(header("content-length") ?? 0) > mostFor(url)) return 413;
  // It would send back what a proxy added; and no Request of the framework's can have it.
  if (method === "TRACE") return 405;
  return isAddress(url) ? undefined : 404;
}

function handOver(request: IncomingMessage, response: ServerResponse, since: number, next: () => void): void {
  const { headers, socket } = request;
  // What the framework sends has the headers of every answer, unless it says otherwise.
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...rest: unknown[]) {
    for (const [name, value] of Object.entries(securityHeaders)) if (!this.hasHeader(name)) this.setHeader(name, value);
    return Reflect.apply(writeHead, this, rest);
  } as typeof writeHead;
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
  asking.run({ userAgent: headers["user-agent"] ?? "", since, whenOver }, next);
}

const globals = globalThis as { shopFrontDoor?: Middleware };
const taken = new WeakSet<Server>();

/** From now on the server's listeners hear what was let in. */
function standBefore(server: Server): void {
  if (taken.has(server)) return;
  taken.add(server);
  const inside = server.listeners("request");
  const hear = (request: IncomingMessage, response: ServerResponse) =>
    globals.shopFrontDoor?.(request, response, () => {
      for (const listener of inside) Reflect.apply(listener, server, [request, response]);
    });
  server.removeAllListeners("request");
  server.on("request", hear);
  // What Node would refuse by itself, with a bare answer: an expectation that it does not know, and a request that names no host.
  server.on("checkExpectation", hear);
  (server as { requireHostHeader?: boolean }).requireHostHeader = false;
}

/**
 * Opens the door once a process; a reloaded module (development) takes the old one's place.
 * @param inside hears what was let in, before the framework
 */
export function openFrontDoor(inside: Middleware): void {
  if (!globals.shopFrontDoor) {
    // The shop itself speaks no TLS: something stands in front, and nobody said what.
    if (settings.secure && settings.trustedProxies.rules.length === 0)
      console.info(
        "TRUSTED_PROXIES is not set: nobody's address is known, and limits on attempts by address are left out.",
      );
    subscribe("http.server.request.start", (message) => standBefore((message as { server: Server }).server));
  }
  globals.shopFrontDoor = admitTo(inside);
}
