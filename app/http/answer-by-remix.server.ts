import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { bodyHeaders, compress, encodingFor } from "./compression.server";
import { isFile } from "./files.server";
import { logAnswer } from "./log.server";
import { isReading, MADE, type Middleware, pathOf } from "./middleware.server";
import { isOfficePath } from "./office-host";
import { FOR_AN_HOUR } from "./page-headers.server";
import { askRemix } from "./remix.server";
import { fileHeaders, securityHeaders, shownElsewhere } from "./security-headers.server";

/** Pictures, and the logo of the shop's structured data. */
const SHOWN_ELSEWHERE = /^\/(?:pictures|icons)\//;

/** Hands all but files to Remix at once, since remix-serve would first look for a file, twice. */
export const answerByRemix: Middleware = (request, response, next) => {
  const { method = "GET" } = request;
  const path = pathOf(request);
  // Remix answers with an empty 500 when Origin differs from Host or the forwarded host, as behind
  // a proxy. Cross-site requests are refused already.
  delete request.headers.origin;
  delete request.headers["x-forwarded-host"];
  if (isFile(path) && (isReading(method) || !import.meta.env.PROD)) {
    const headers = { ...fileHeaders, ...(SHOWN_ELSEWHERE.test(path) ? shownElsewhere : {}) };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // Only these have a hash in their name; remix-serve has the whole build kept for a year. In
    // development each address may be a file's.
    if (import.meta.env.PROD && !path.startsWith("/assets/")) response.setHeader("Cache-Control", FOR_AN_HOUR);
    // remix-serve does not know it.
    if (path.endsWith(".avif")) response.setHeader("Content-Type", "image/avif");
    // Parts or versions that are not there Express would refuse with a page and a cause of its own.
    for (const name of ["range", "if-match", "if-unmodified-since"]) delete request.headers[name];
    response.setHeader("Accept-Ranges", "none");
    // Express compresses these, and says so in a 200 only.
    if (/\.(?:svg|txt)$/.test(path)) response.setHeader("Vary", "Accept-Encoding");
    next();
    return;
  }
  const since = performance.now();
  response.once("close", () => {
    const { headersSent, statusCode } = response;
    logAnswer(method, path, headersSent ? statusCode : undefined, response.getHeader("content-length"), since);
  });
  send(path, request, response)
    .catch((error) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, securityHeaders).end();
    })
    .finally(() => response.emit(MADE));
};

async function send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answered = await askRemix(path, requestOf(request, response));
  const { status, headers } = answered;
  if (headers.has("Content-Encoding")) return sendAsItComes(answered, response);
  // A route's own length is that of its plain text: a client would wait for bytes that never come.
  headers.delete("Content-Length");
  // Nothing of the back office is kept or found, whatever its routes say.
  if (isOfficePath(path)) {
    headers.set("Cache-Control", "private, no-store");
    headers.set("X-Robots-Tag", "noindex");
  }
  // The cookie of rememberProvenance is this browser's alone.
  if (response.hasHeader("Set-Cookie") && !/private|no-store/.test(headers.get("Cache-Control") ?? ""))
    headers.set("Cache-Control", "private, no-cache");
  const isText = /json|text|xml/.test(headers.get("content-type") ?? "");
  if (isText && !headers.has("Vary")) headers.set("Vary", "Accept-Encoding");
  const encoding = isText ? encodingFor(request.headers["accept-encoding"]) : "identity";
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) response.setHeader(name, value);
  // Redirects, 304 and answers to HEAD have no body.
  if (answered.body === null) return void response.end();
  const body = compress(Buffer.from(await answered.arrayBuffer()), encoding);
  for (const [name, value] of Object.entries(bodyHeaders(body, encoding))) response.setHeader(name, value);
  response.end(body);
}

/** What a route has encoded itself, and what may be longer than memory. */
async function sendAsItComes({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  if (headers.get("Content-Encoding") === "identity") headers.delete("Content-Encoding");
  response.writeHead(status, { ...securityHeaders, ...Object.fromEntries(headers) });
  if (body === null) return void response.end();
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch((error) => {
    // Who has gone misses nothing.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

function requestOf(incoming: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headers))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  // Loaders and actions may stop once the client has gone.
  const gone = new AbortController();
  response.once("close", () => response.writableFinished || gone.abort());
  const init = { method, headers, signal: gone.signal };
  const address = `http://${incoming.headers.host ?? "localhost"}${url}`;
  if (isReading(method)) return new Request(address, init);
  // What the route did not read would keep the connection's next request from being read at all.
  response.once("finish", () => incoming.complete || incoming.removeAllListeners("data").resume());
  const body = createReadableStreamFromReadable(incoming);
  return new Request(address, { ...init, body, duplex: "half" } as RequestInit);
}
