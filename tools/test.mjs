import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWhenNeeded, root } from "./build.mjs";
import { findChromium, findProgram } from "./programs.mjs";

/**
 * `npm run check` (types, lint, unit tests: seconds) and `npm test` (everything, in a real browser).
 * Ends with the counts of all suites together, and with 1 when anything failed.
 */

const quick = process.argv.includes("--quick");
const bin = (name) => join(root, "node_modules/.bin", name);
const counts = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();

function step(title, command, args, environment = {}) {
  const begun = Date.now();
  console.info(`\n— ${title}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  console.info(`  ${status === 0 ? "done" : "FAILED"} in ${Math.round((Date.now() - begun) / 1000)} s`);
  return status === 0;
}

function check(title, command, args) {
  const ok = step(title, command, args);
  counts[ok ? "passed" : "failed"] += 1;
}

function suite(title, folders, environment = {}) {
  const report = join(tmpdir(), `suite-${process.pid}.json`);
  const ok = step(
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

check("Types", bin("tsc"), ["--noEmit", "-p", "."]);
check("Lint and format", bin("biome"), ["ci", "--config-path=tools/lint.json", "."]);
suite("Rules (unit tests)", ["tests/domain", "tests/components"]);

if (!quick) {
  const chromium = await findChromium();
  if (!chromium) {
    console.error("No Chromium: install one, or name it in CHROMIUM_PATH, and run npm test again.");
    process.exit(1);
  }
  const programs = {
    CHROMIUM_PATH: chromium,
    LYNX_PATH: findProgram("lynx") ?? "",
    JAVA_PATH: findProgram("java", "default-jre-headless") ?? "",
    NGINX_PATH: findProgram("nginx") ?? "",
  };
  if (!buildWhenNeeded()) counts.failed += 1;
  else {
    // Together, so that neither ends with one core waiting for the other's longest file.
    suite(
      "The shop on SQLite and PostgreSQL; the contract, over HTTP; operating: crashes, proxies, backups",
      ["tests/shop", "tests/contract", "tests/operating"],
      programs,
    );
    suite("Journeys, in a browser", ["tests/journeys"], { ...programs, RETRIES: "2", WORKERS: "3" });
    suite("Lighthouse, on a phone", ["tests/lighthouse"], { ...programs, RETRIES: "2" });
  }
}

console.info(`\nIn ${Math.round((Date.now() - started) / 1000)} s`);
const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
console.info(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed ? 1 : 0);
