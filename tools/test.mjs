import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./build.mjs";

/**
 * Runs checks and suites: `node tools/test.mjs [STEP…] [FILE…] [-t NAME] [-u]`, without a step
 * `EVERYDAY` on SQLite, with `all` every step but the sweeps on both databases. Ends with the
 * counts of all of them together, and with 1 when anything failed.
 */

const bin = (name) => join(root, "node_modules/.bin", name);

const CHECKS = {
  types: ["Types", bin("tsc"), ["--noEmit", "-p", "."]],
  lint: ["Lint and format", bin("biome"), ["ci", "."]],
};

/** @type {Record<string, { title: string, folders: string[] }>} */
const SUITES = {
  unit: {
    title: "Rules (unit tests)",
    folders: ["tests/domain", "tests/catalogue-import", "tests/components", "tests/server", "tests/source"],
  },
  shop: { title: "The shop", folders: ["tests/shop"] },
  contract: { title: "The contract, over HTTP", folders: ["tests/contract"] },
  browser: { title: "Journeys, in Chromium", folders: ["tests/journeys"] },
  conditions: { title: "Every state, bad lines, broken scripts, other browsers", folders: ["tests/conditions"] },
  remote: { title: "A shop on another shop's API", folders: ["tests/remote"] },
  operating: { title: "Operating: crashes, proxies, backups", folders: ["tests/operating"] },
  lighthouse: { title: "Lighthouse, on a phone", folders: ["tests/lighthouse"] },
  // Only when it is named: files that otherwise try a selection, here with all combinations.
  sweeps: {
    title: "Sweeps: every combination",
    folders: filesWithSweeps(),
  },
};

/** Steps of a run that names none: what every change needs, in half the time of all. */
const EVERYDAY = ["types", "lint", "unit", "shop", "contract", "browser"];

/** Test files that ask whether this is a sweep, themselves or by the shared files that they use. */
function filesWithSweeps() {
  const files = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  /** Shared files that ask, first of all the one that knows. */
  const asking = new Set([join("support", "setup", "sweeps.ts")]);
  const asks = (file) =>
    [...readFileSync(join(root, "tests", file), "utf8").matchAll(/ from "(\.{1,2}\/[^"]+)"/g)].some(([, path]) =>
      asking.has(`${join(dirname(file), path)}.ts`),
    );
  const shared = files.filter((file) => !/\.test\.tsx?$/.test(file));
  for (let count = 0; count < asking.size; ) {
    count = asking.size;
    for (const file of shared) if (asks(file)) asking.add(file);
  }
  // Lighthouse runs by itself.
  return files
    .filter((file) => file.endsWith(".test.ts") && !file.startsWith("lighthouse") && asks(file))
    .map((file) => `tests/${file}`);
}

/** How many files run at once, and how often a browser test may be repeated. */
function environmentOf(suites) {
  if (suites.includes("unit")) return {};
  // Three keep two cores busy, as killed shops, letters, limits and slow networks are waited for;
  // with a fourth, browsers wait longer for each other than they gain.
  const sweeps = has("sweeps") ? { SWEEPS: "1", HISTORY: process.env.HISTORY ?? "12" } : {};
  // One database where every change is tested; the other, and the shop over an API, by `all`.
  const engines = isEveryday ? { ENGINES: process.env.ENGINES ?? "SQLite" } : {};
  return { WORKERS: process.env.WORKERS ?? "3", RETRIES: "2", ...sweeps, ...engines };
}

const { files, names, options, isEveryday } = readCommandLine();
const counts = { passed: 0, failed: 0, skipped: 0 };
/** What failed, a line each, so that the end of a long output says it. */
const failures = [];
const started = Date.now();
let engines = "";

/** Parses the command line; ends the process with a message about an unknown option. */
function readCommandLine() {
  const fail = (line) => {
    console.error(line);
    process.exit(1);
  };
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { testNamePattern: { type: "string", short: "t" }, update: { type: "boolean", short: "u" } },
    });
  } catch (error) {
    fail(`${error.message}\nWhat is understood: files, -t NAME and -u. For more: npx vitest FILE …`);
  }
  const { positionals, values } = parsed;
  const all = Object.keys({ ...CHECKS, ...SUITES }).filter((name) => name !== "sweeps");
  const steps = positionals.filter((word) => ["all", "sweeps", ...all].includes(word));
  if (steps.includes("all") && steps.length > 1) fail("all is every step but the sweeps, which run alone.");
  const isEveryday = steps.length === 0;
  const names = isEveryday ? EVERYDAY : steps.includes("all") ? all : steps;
  const folders = names.flatMap((name) => SUITES[name]?.folders ?? []);
  const files = positionals
    .filter((word) => !steps.includes(word))
    .map((file) => {
      const path = relative(root, resolve(root, file));
      if (!existsSync(join(root, path))) fail(`There is no file ${file}.`);
      if (folders.some((folder) => path === folder || path.startsWith(`${folder}/`))) return path;
      return fail(`${file} is not in ${folders.join(" or ") || "what this command looks at"}.`);
    });
  const options = [
    ...(values.testNamePattern ? ["-t", values.testNamePattern] : []),
    ...(values.update ? ["--update"] : []),
  ];
  return { files, names, options, isEveryday };
}

/** @param isAlone prints at once; else output is kept to the end, so that steps do not mix */
async function step(title, command, args, { environment = {}, isAlone = true } = {}) {
  const begun = Date.now();
  if (isAlone) console.info(`\n— ${title}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => output.push(text));
  const status = await new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
  if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n— ${title}\n`), ...output]));
  console.info(`  ${status === 0 ? "done" : "FAILED"} in ${Math.round((Date.now() - begun) / 1000)} s`);
  return status === 0;
}

async function check(name, isAlone) {
  const [title, command, args] = CHECKS[name];
  const ok = await step(title, command, args, { isAlone });
  counts[ok ? "passed" : "failed"] += 1;
}

/** @param suites run as one, so that no core waits for the other's longest file */
async function run(suites, isAlone = true) {
  const folders = suites.flatMap((name) => SUITES[name].folders);
  const chosen = files.filter((file) => folders.some((folder) => file.startsWith(folder)));
  if (files.length > 0 && chosen.length === 0) return;
  const title = suites.map((name) => SUITES[name].title).join("; ");
  const report = join(tmpdir(), `suite-${suites[0]}-${process.pid}.json`);
  const reporters = ["default", "./tools/vite/report.ts"].map((name) => `--reporter=${name}`);
  const args = ["run", ...reporters, ...options, ...(chosen.length > 0 ? chosen : folders)];
  const ok = await step(title, bin("vitest"), args, {
    environment: { ...environmentOf(suites), REPORT: report },
    isAlone,
  });
  let failed = 0;
  try {
    /** @type {import("./vite/report.ts").Report} */
    const result = JSON.parse(readFileSync(report, "utf8"));
    counts.passed += result.passed;
    counts.skipped += result.skipped;
    failures.push(...result.failures);
    failed = result.failures.length;
    rmSync(report);
  } catch {
    console.error(`The suite "${title}" left no report.`);
  }
  // A suite that ended before its first test counts as one failure.
  counts.failed += ok ? 0 : Math.max(failed, 1);
}

const has = (name) => names.includes(name);
const served = Object.keys(SUITES).filter((name) => name !== "unit" && has(name));

// None of these keeps two cores busy, so they run together.
const first = [
  ...(served.length > 0
    ? [(isAlone) => step("The shop is built", process.execPath, ["tools/build.mjs"], { isAlone })]
    : []),
  ...Object.keys(CHECKS)
    .filter(has)
    .map((name) => (isAlone) => check(name, isAlone)),
  ...(has("unit") ? [(isAlone) => run(["unit"], isAlone)] : []),
];
const [isBuilt] = await Promise.all(first.map((begin) => begin(first.length === 1)));

if (served.length > 0) {
  const { findEngines, installPrograms } = await import("./programs.mjs");
  const usesAll = ["conditions", "operating", "sweeps"].some(has);
  if (!installPrograms(usesAll)) {
    console.error("No Chromium: install one, or name it in CHROMIUM_PATH, and run this again.");
    process.exit(1);
  }
  if (!isBuilt) counts.failed += 1;
  else {
    const together = served.filter((name) => name !== "lighthouse");
    if (together.length > 0) await run(together);
    if (has("conditions") && files.length === 0) engines = findEngines().line;
    // Alone, because whatever runs beside Lighthouse lowers its scores.
    if (has("lighthouse") || has("sweeps")) await run(["lighthouse"]);
  }
}

console.info(`\nIn ${Math.round((Date.now() - started) / 1000)} s`);
for (const line of failures) console.info(`FAILED ${line}`);
if (engines) console.info(engines);
if (isEveryday && files.length === 0) console.info("On SQLite and in Chromium. The rest: npm run test:all");
const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
console.info(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
if (counts.passed + counts.failed === 0) console.error("No test of that name.");
process.exit(counts.failed || counts.passed === 0 ? 1 : 0);
