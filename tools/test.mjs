import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./build.mjs";
import { findChromium, findEngines, findHeadless, findProgram } from "./programs.mjs";

/**
 * `npm run check` (types, lint, unit tests: seconds) and `npm test` (everything, in a real browser).
 * Ends with the counts of all suites together, and with 1 when anything failed.
 */

const quick = process.argv.includes("--quick");
const bin = (name) => join(root, "node_modules/.bin", name);
const counts = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();
let engines = "";

/** @param isAlone otherwise what it says is kept until its end: two that speak at once are not understood */
async function step(title, command, args, environment = {}, isAlone = true) {
  const begun = Date.now();
  if (isAlone) console.info(`\n— ${title}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => said.push(text));
  const status = await new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
  if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${title}\n`), ...said]));
  console.info(`  ${status === 0 ? "done" : "FAILED"} in ${Math.round((Date.now() - begun) / 1000)} s`);
  return status === 0;
}

async function check(title, command, args) {
  const ok = await step(title, command, args, {}, false);
  counts[ok ? "passed" : "failed"] += 1;
}

async function suite(title, folders, environment = {}, isAlone = true) {
  const report = join(tmpdir(), `suite-${process.pid}.json`);
  const ok = await step(
    title,
    bin("vitest"),
    [
      "run",
      "-c",
      "tools/vitest.config.ts",
      "--reporter=default",
      "--reporter=json",
      `--outputFile=${report}`,
      ...folders,
    ],
    environment,
    isAlone,
  );
  let failed = 0;
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    counts.passed += result.numPassedTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    failed = result.numFailedTests;
    rmSync(report);
  } catch {
    console.error(`The suite "${title}" left no report.`);
  }
  // A suite that broke before its first test counts as one that failed.
  counts.failed += ok ? 0 : Math.max(failed, 1);
}

// Side by side: none of them keeps two cores busy.
const build = quick || step("The shop is built", process.execPath, ["tools/build.mjs"], {}, false);
await Promise.all([
  build,
  check("Types", bin("tsc"), ["--noEmit", "-p", "."]),
  check("Lint and format", bin("biome"), ["ci", "--config-path=tools/lint.json", "."]),
  suite("Rules (unit tests)", ["tests/domain", "tests/components"], {}, false),
]);

if (!quick) {
  const chromium = await findChromium();
  if (!chromium) {
    console.error("No Chromium: install one, or name it in CHROMIUM_PATH, and run npm test again.");
    process.exit(1);
  }
  const programs = {
    CHROMIUM_PATH: chromium,
    HEADLESS_PATH: findHeadless(chromium),
    LYNX_PATH: findProgram("lynx") ?? "",
    JAVA_PATH: findProgram("java", "default-jre-headless") ?? "",
    NGINX_PATH: findProgram("nginx") ?? "",
  };
  if (!(await build)) counts.failed += 1;
  else {
    // Together, so that neither ends with one core waiting for the other's longest file; and three at once, since shops that
    // are killed, letters and limits are waited for.
    await suite(
      "The shop on SQLite, on PostgreSQL and on an API; the contract, over HTTP; operating: crashes, proxies, backups",
      ["tests/shop", "tests/contract", "tests/operating"],
      { ...programs, WORKERS: "3" },
    );
    await suite("Journeys, in browsers", ["tests/journeys"], { ...programs, RETRIES: "2", WORKERS: "3" });
    engines = (await findEngines()).line;
    await suite("Lighthouse, on a phone", ["tests/lighthouse"], { ...programs, RETRIES: "2" });
  }
}

console.info(`\nIn ${Math.round((Date.now() - started) / 1000)} s`);
if (engines) console.info(engines);
const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
console.info(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed ? 1 : 0);
