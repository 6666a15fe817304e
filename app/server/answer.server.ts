import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { compress, encodingFor } from "./compression.server";
import { logAnswer } from "./log.server";
import type { Middleware } from "./middleware.server";
import { answerOfRemix } from "./remix.server";
import { securityHeaders } from "./security-headers.server";

/** Hands all but files to Remix at once, since remix-serve would first look for a file, twice. */
export const answer: Middleware = (request, response, next) => {
  const { method = "GET", url = "/" } = request;
  const [path = "/"] = url.split("?", 1);
  // Remix answers with an empty 500 when Origin differs from Host or the forwarded host, as behind
  // a proxy. Cross-site requests are refused already.
  delete request.headers.origin;
  delete request.headers["x-forwarded-host"];
  if (!import.meta.env.PROD || (files.has(path) && (method === "GET" || method === "HEAD"))) {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const type = types[extname(path)];
    if (type) response.setHeader("Content-Type", type);
    next();
    return;
  }
  const since = performance.now();
  response.once("close", () => {
    const { headersSent, statusCode } = response;
    logAnswer(method, path, headersSent ? statusCode : undefined, response.getHeader("content-length"), since);
  });
  send(path, request, response).catch((error) => {
    console.error(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(500, securityHeaders).end();
  });
};

/** Media types that remix-serve does not know. */
const types: Record<string, string> = { ".avif": "image/avif" };

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${join(relative(folder, parentPath), name)}`);

/** Addresses of files. In development Vite answers everything. */
const files = new Set(
  import.meta.env.PROD ? [...filesIn("public"), ...filesIn("build/client/assets").map((path) => `/assets${path}`)] : [],
);

async function send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await compressed(await answerOfRemix(path, requestOf(request, response)), request);
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) response.setHeader(name, value);
  response.end(body);
}

/** Pages and API answers come compressed; what islands fetch is compressed here. */
async function compressed(answered: Response, { headers: { "accept-encoding": accepted } }: IncomingMessage) {
  const { status, headers } = answered;
  const body = Buffer.from(await answered.arrayBuffer());
  const isText = /json|text|xml/.test(headers.get("content-type") ?? "");
  const hasChosen = headers.get("vary")?.includes("Accept-Encoding");
  if (hasChosen || !isText || body.byteLength < WORTH_COMPRESSING) return { status, headers, body };
  headers.append("Vary", "Accept-Encoding");
  const encoding = encodingFor(accepted);
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  return { status, headers, body: compress(body, encoding) };
}

/** Bytes. A smaller answer fits into one packet anyway. */
const WORTH_COMPRESSING = 1_000;

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
  if (method === "GET" || method === "HEAD") return new Request(address, init);
  const body = createReadableStreamFromReadable(incoming);
  return new Request(address, { ...init, body, duplex: "half" } as RequestInit);
}
