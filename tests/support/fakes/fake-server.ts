import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** @returns where the server listens from now on */
export async function listening(server: Server, host = "127.0.0.1", port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Ends the connections as well. */
export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** An answer of which byte after byte comes, and never the last. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 10);
  response.once("close", () => clearInterval(timer));
}

export async function fiftyMegabytes(response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, 32);
  for (let sent = 0; sent < 50 && !response.destroyed; sent += 1)
    if (!response.write(chunk)) await new Promise((resolve) => setTimeout(resolve, 1));
}
