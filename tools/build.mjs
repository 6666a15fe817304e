import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Builds the shop when its sources are not those of the last build. */

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Enters the project's folder, with its settings. @returns the caller's, which npm has left */
export function enterProject() {
  const from = process.env.INIT_CWD ?? process.cwd();
  process.chdir(root);
  if (existsSync(".env")) process.loadEnvFile(".env");
  return from;
}

const stamp = join(root, "build", "sources.sha256");
const sources = [
  "app",
  "vite.config.ts",
  "tools/vite",
  "tools/build.mjs",
  "remix.config.js",
  "tailwind.config.ts",
  "package-lock.json",
];

function* filesOf(path) {
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name));
}

/** @returns undefined without sources, as in an image, which holds only the build (Dockerfile) */
function fingerprint() {
  if (!existsSync(join(root, "app"))) return undefined;
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesOf(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  // Copied as they are: 65 MB, which every start would read.
  for (const file of filesOf(join(root, "public"))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file.slice(root.length)} ${size} ${mtimeMs}`);
  }
  return hash.digest("hex");
}

/** @returns whether the build is there; false after one that failed */
export function buildWhenNeeded() {
  const now = fingerprint();
  if (isBuiltFrom(now, stamp, join(root, "build/server/index.js"))) return true;
  console.info("Building the shop…");
  const commands = [
    ["@remix-run/dev/dist/cli.js", "vite:build"],
    // The scripts of the back office, which shoppers never load.
    ["vite/bin/vite.js", "build", "--config", "tools/vite/office.config.ts"],
  ];
  for (const [cli, ...words] of commands) {
    const run = spawnSync(process.execPath, [join(root, "node_modules", cli), ...words, "--logLevel", "warn"], {
      cwd: root,
      stdio: "inherit",
      // Single test files build first (tests/support/setup/build-first.ts).
      env: { ...process.env, NODE_ENV: "production", VITEST: undefined },
    });
    if (run.status !== 0) return false;
  }
  compressAssets();
  writeFileSync(stamp, now);
  return true;
}

function isBuiltFrom(now, stampFile, file) {
  if (!existsSync(stampFile) || !existsSync(file)) return false;
  return now === undefined || readFileSync(stampFile, "utf8") === now;
}

/** Bytes. A smaller file fits into one packet anyway. */
const WORTHWHILE = 500;

/** Compresses scripts and style sheets as far as possible, for app/http/assets.server.ts. */
function compressAssets() {
  const from = join(root, "build/client/assets");
  const to = join(root, "build/compressed");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (![".js", ".css"].includes(extname(name))) continue;
    const body = readFileSync(join(from, name));
    if (body.byteLength < WORTHWHILE) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength };
    writeFileSync(join(to, `${name}.br`), brotliCompressSync(body, { params }));
    writeFileSync(join(to, `${name}.gzip`), gzipSync(body, { level: 9 }));
  }
}

/**
 * Builds the merchant's commands (`npm run shop`) apart, so that a running shop keeps its build.
 * @returns the file to run
 */
export function buildOperatorWhenNeeded() {
  const folder = join(root, "build/operator");
  const file = join(folder, "main.js");
  const own = join(folder, "sources.sha256");
  const now = fingerprint();
  if (isBuiltFrom(now, own, file)) return file;
  // Imported here, since a machine that copies its build may lack esbuild.
  createRequire(import.meta.url)("esbuild").buildSync({
    entryPoints: [join(root, "app/commands/main.ts")],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "~": join(root, "app") },
    define: { "import.meta.env.SSR": "true" },
    logLevel: "error",
  });
  writeFileSync(own, now);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isBuilt = buildWhenNeeded();
  if (isBuilt) buildOperatorWhenNeeded();
  process.exit(isBuilt ? 0 : 1);
}
