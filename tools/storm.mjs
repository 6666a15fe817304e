import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWhenNeeded, root } from "./build.mjs";

/**
 * `npm run storm`: the API of a shop on another's API dies and returns every few seconds (tests/operating/storm.test.ts), for two
 * minutes or as many seconds as are said: `-- 600`.
 */

if (!buildWhenNeeded()) process.exit(1);
const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  ["run", "-c", "tools/vitest.config.ts", "tests/operating/storm.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, STORM: process.argv[2] ?? "120" } },
);
process.exit(status ?? 1);
