import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/shop/ports";

/** What becomes of the lines is no reason to stop selling. */
it.each([
  // Linux has it, as the machines that the shop runs on.
  ["has no room", () => openSync("/dev/full", "w")],
  ["has lost its reader", () => "pipe" as const],
])("a shop goes on whose log %s", async (_, output) => {
  const [DATA_DIR, PORT] = [mkdtempSync(join(tmpdir(), "shop-")), String(await freePort())];
  const stdout = output();
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR, PORT };
  const shop = spawn(process.execPath, ["tools/start.mjs"], { env, stdio: ["ignore", stdout, stdout] });
  onTestFinished(() => void shop.kill("SIGKILL"));
  if (typeof stdout === "number") closeSync(stdout);
  shop.stdout?.destroy();
  shop.stderr?.destroy();
  const status = () => fetch(`http://localhost:${PORT}/shop`).then((answer) => answer.status);
  await expect.poll(() => status().catch(() => shop.exitCode), { timeout: 30_000 }).toBe(200);
  for (let count = 0; count < 3; count += 1) {
    // Each line is written in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await status().catch(() => `ended with ${shop.exitCode}`)).toBe(200);
  }
});
