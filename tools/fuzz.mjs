import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildWhenNeeded, root } from "./build.mjs";

/** `npm run fuzz`: random forms for every action (tests/operating/fuzz.test.ts), 10,000 each or as many as is said: `-- 500`. */

if (!buildWhenNeeded()) process.exit(1);
const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  ["run", "-c", "tools/vitest.config.ts", "tests/operating/fuzz.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, FUZZ: process.argv[2] ?? "10000" } },
);
process.exit(status ?? 1);
