import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 where nothing listens. It lies below those that the system gives to outgoing connections (from 32768 on):
 * one of those may be taken by a browser's connection between this answer and the start of the server that was to have it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No port between 20000 and 32000 is free.");
}

/** Servers listen on every address (remix-serve) or on 127.0.0.1 (PostgreSQL): the first is refused where the second is taken. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
