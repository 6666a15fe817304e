import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A free port of 127.0.0.1 below those for outgoing connections (from 32768 on), which a browser
 * might take before the server starts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No port between 20000 and 32000 is free.");
}

/** Servers listen on every address (remix-serve) or on 127.0.0.1 (PostgreSQL). */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
