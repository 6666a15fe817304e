import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../shop/ports";

/** What happens to a request on the way to the shop, or to its answer on the way back. */
export type Fault =
  /** The connection is reset before anything of it has reached the shop. */
  | "before"
  /** Half of its body reaches the shop. */
  | "within"
  /** The shop answers, and nothing of that comes back. */
  | "after"
  /** The answer begins, and never ends, but by `cut`. */
  | "endless"
  /** The answer comes after three seconds. */
  | "late"
  /** The answer comes in pieces, one after each frame of a browser. */
  | "pieces";

export interface FlakyLine {
  url: string;
  /**
   * From now on each request that matches has this fault, until `restore`.
   * @param bytes of the answer that come, where it is endless, or that a piece has
   */
  fail: (fault: Fault, matches: (method: string, path: string) => boolean, bytes?: number) => void;
  restore: () => void;
  /** Breaks off the answers that have no end. */
  cut: () => void;
  /** How many requests have had a fault since the last `fail`. */
  failed: number;
  close: () => Promise<void>;
}

const LATE_MS = 3_000;
const FRAME_MS = 17;

/**
 * A proxy between a browser and the shop, whose line is as bad as a test wants it.
 * @param line becomes it, where it is named before the shop runs
 */
export async function openFlakyLine(shopUrl: string, line = {} as FlakyLine): Promise<FlakyLine> {
  let fault: Fault | undefined;
  let most = 0;
  let matches: (method: string, path: string) => boolean = () => false;
  const endless = new Set<Socket>();
  const server = createServer((asked, answer) => {
    const { method = "GET", url = "/" } = asked;
    const own = fault && matches(method, url) ? fault : undefined;
    if (own) line.failed += 1;
    if (own === "endless") {
      endless.add(asked.socket);
      answer.on("close", () => endless.delete(asked.socket));
    }
    pass(shopUrl, asked, answer, own, most);
  });
  // A connection that was reset is not used again.
  server.keepAliveTimeout = 100;
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return Object.assign<FlakyLine, FlakyLine>(line, {
    url: `http://localhost:${port}`,
    failed: 0,
    fail(kind, which, bytes = 0) {
      [fault, matches, most, line.failed] = [kind, which, bytes, 0];
    },
    restore() {
      fault = undefined;
    },
    cut() {
      for (const socket of endless) socket.resetAndDestroy();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function pass(
  shopUrl: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
  bytes: number,
): void {
  const drop = () => void asked.socket.resetAndDestroy();
  if (fault === "before") {
    drop();
    return;
  }
  const { method, url } = asked;
  const headers = fault === "pieces" ? { ...asked.headers, "accept-encoding": "identity" } : asked.headers;
  const onward = request(new URL(url ?? "/", shopUrl), { method, headers }, (reply) => {
    if (fault === "after") {
      reply.resume().on("end", drop);
      return;
    }
    const send = () => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      if (fault === "endless") sendPart(reply, answer, bytes);
      else if (fault === "pieces") sendPieces(reply, answer, bytes).catch(drop);
      else reply.pipe(answer);
    };
    if (fault === "late") setTimeout(send, LATE_MS);
    else send();
  });
  onward.on("error", drop);
  answer.on("close", () => fault !== "after" && onward.destroy());
  if (fault === "within")
    asked.once("data", (chunk: Buffer) => {
      onward.write(chunk.subarray(0, chunk.length / 2), () => {
        onward.destroy();
        drop();
      });
    });
  else asked.pipe(onward);
}

async function sendPieces(reply: IncomingMessage, answer: ServerResponse, bytes: number): Promise<void> {
  const whole = await buffer(reply);
  for (let sent = 0; sent < whole.length; sent += bytes) {
    answer.write(whole.subarray(sent, sent + bytes));
    await sleep(FRAME_MS);
  }
  answer.end();
}

function sendPart(reply: IncomingMessage, answer: ServerResponse, bytes: number): void {
  let left = bytes;
  reply.on("data", (chunk: Buffer) => {
    if (left <= 0) return;
    const part = chunk.subarray(0, left);
    left -= part.length;
    answer.write(part);
  });
}
