import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWhenNeeded, root } from "./build.mjs";
import { findChromium } from "./programs.mjs";

/** `npm run listen`: what a screen reader says, written anew. The test that compares it keeps it as its snapshot. */

if (!buildWhenNeeded()) process.exit(1);
const test = ["run", "-u", "-c", "tools/vitest.config.ts", "tests/journeys/listening.test.ts"];
const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), test, {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: await findChromium() },
});
process.exit(status ?? 1);
