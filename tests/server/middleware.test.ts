import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { installMiddleware } from "~/http/middleware.server";
import { listening } from "../support/fakes/fake-server";

/** Limits on connections of a server that another package starts, such as remix-serve's. */

const LIMITS = { requestTimeout: 300, maxConnections: 3, stopTimeout: 500 };

let server: Server;
const sockets: Socket[] = [];

/** @returns what the server sent until it ended the connection, which must be soon */
function until(text: string, everyMs?: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.write(text);
  const timer = everyMs && setInterval(() => socket.writable && socket.write("a"), everyMs);
  let got = "";
  return new Promise((resolve) => {
    socket.on("data", (bytes) => {
      got += bytes;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(got);
    });
  });
}

const post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n";

beforeAll(async () => {
  installMiddleware([], LIMITS, (status) => `HTTP/1.1 ${status} own\r\n\r\n`);
  // Node looks every half minute by default.
  server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    if (request.url === "/begun") response.write("begun");
    else if (request.url === "/slow") setTimeout(() => response.end("read"), 100);
    else if (request.method === "GET") response.end("read");
    else request.resume().on("end", () => response.end("posted"));
  });
  await listening(server);
  expect(await until("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toContain("read");
  // Node takes the shorter of both times for the headers, whichever it is.
  server.headersTimeout = LIMITS.requestTimeout;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

describe("a server of which the middleware is", () => {
  it("gives a request a time to arrive in, however steadily its bytes come (S-7)", { timeout: 4_000 }, async () => {
    expect(await until(post, 20)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("answers once what no parser reads, and nothing behind an answer that has begun", { timeout: 4_000 }, async () => {
    const closing = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    expect(await until(`GET /é HTTP/1.1\r\n${closing}`, 20)).toBe("HTTP/1.1 400 own\r\n\r\n");
    const begun = await until("GET /begun HTTP/1.1\r\nHost: localhost\r\n\r\nGET /é HTTP/1.1\r\n\r\n");
    expect(begun).toMatch(/^HTTP\/1\.1 200 /);
    expect(begun).not.toContain("own");
    // One that is reset is only closed.
    const reset = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await new Promise<void>((resolve) => reset.write("GET / HTTP/1.1\r\nHost: loc", () => resolve()));
    reset.resetAndDestroy();
    expect(await until(closing)).toContain("read");
  });

  it("holds so many connections and no more (S-7)", async () => {
    const held = Array.from({ length: LIMITS.maxConnections }, () => until(post));
    await expect.poll(() => new Promise<number>((ask) => server.getConnections((_, count) => ask(count)))).toBe(3);
    expect(await until("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).toBe("");
    for (const socket of sockets) socket.destroy();
    await Promise.all(held);
    expect(await until("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toContain("read");
  });

  it("ends what was stopped, with a request that never comes whole", { timeout: 4_000 }, async () => {
    server.requestTimeout = 60_000;
    const held = until(post);
    const underWay = until("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const idle = until("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const socket = sockets.at(-1) as Socket;
    await once(socket, "data");
    await expect.poll(() => new Promise<number>((ask) => server.getConnections((_, count) => ask(count)))).toBe(3);
    const ended = new Promise((resolve) => server.close(resolve));
    // A request that was on its way when the server was stopped.
    socket.write("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // Its client reads that the connection ends, and sends nothing more there.
    const closing = /\r\nConnection: close\r\n.*read$/s;
    expect(await Promise.race([Promise.all([underWay, idle]), ended])).toEqual([
      expect.stringMatching(closing),
      expect.stringMatching(closing),
    ]);
    await ended;
    expect(await held).toBe("");
  });
});
