import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../tools/build.mjs";
import { commandOf, copiesOf, dockerfile, type Stage, stagesOf } from "../support/documents/dockerfile";
import { isSweep } from "../support/setup/sweeps";
import { freePort } from "../support/shop/ports";
import { runProgram } from "../support/shop/run-program";

/**
 * Follows the Dockerfile by hand: stages are folders, packages the installed ones. The resulting
 * image is built, started, used and ended as by Docker. In a sweep, as it builds once more.
 */

const SITE = "https://boutique.example";
const stages = stagesOf(dockerfile());
const last: Stage = stages.at(-1) ?? { name: "", instructions: [] };
const folders = mkdtempSync(join(tmpdir(), "image-"));
const image = join(folders, "image");
const dataDir = join(folders, "data");

let shop: ChildProcess;
let log = "";
let environment: NodeJS.ProcessEnv;

/** As links to the same files, which takes a tenth of the time; as copies on another device. */
async function put(source: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const linked = await runProgram("cp", ["-rlLT", source, target]);
  if (linked.status !== 0) await cp(source, target, { recursive: true, dereference: true });
}

/** @param workdir folder of `/srv/shop` in each stage */
async function copy(stage: Stage, folder: string, workdir: Record<string, string>): Promise<void> {
  for (const { from, sources, target } of copiesOf(stage))
    for (const source of sources) {
      const found = from ? source.replace("/srv/shop", workdir[from] ?? "") : join(root, source);
      const isFolder = target.endsWith("/");
      await put(found, isFolder ? join(folder, target, basename(source)) : join(folder, target));
    }
}

/** What `npm prune --omit=dev` leaves. */
async function copyProductionPackages(target: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isOurs = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional;
    if (isOurs && existsSync(join(root, path))) await put(join(root, path), join(target, path));
  }
}

beforeAll(async () => {
  const [build, production] = [join(folders, "build"), join(folders, "production")];
  for (const name of ["dependencies", "build"]) {
    const stage = stages.find((other) => other.name === name);
    if (stage) await copy(stage, build, {});
  }
  symlinkSync(join(root, "node_modules"), join(build, "node_modules"));
  const env = { HOME: process.env.HOME };
  const built = await runProgram("npm", ["run", "build"], { cwd: build, env, timeout: 240_000 });
  expect(built.status, built.stderr).toBe(0);
  mkdirSync(production);
  await copyProductionPackages(production);
  await copy(last, image, { build, production });

  const port = await freePort();
  const set = last.instructions.filter(({ word }) => word === "ENV").flatMap(({ rest }) => rest.split(" "));
  environment = {
    PATH: process.env.PATH,
    ...Object.fromEntries(set.map((pair) => pair.split("="))),
    PORT: String(port),
    DATA_DIR: dataDir,
    SITE_URL: SITE,
  } as NodeJS.ProcessEnv;
  const [program = "", ...words] = commandOf(last, "CMD");
  shop = spawn(program, words, { cwd: image, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [shop.stdout, shop.stderr])
    stream?.on("data", (text) => {
      log += text;
    });
  const patience = Date.now() + 60_000;
  while (!log.includes("[remix-serve]")) {
    if (shop.exitCode !== null || Date.now() > patience) throw new Error(`The shop did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}, 300_000);

afterAll(() => {
  shop?.kill("SIGKILL");
  rmSync(folders, { recursive: true, force: true });
});

const runs = (command: string[]) => {
  const [program = "", ...words] = command;
  return runProgram(program, words, { cwd: image, env: environment });
};

it.skipIf(!isSweep)("serves pages with their scripts and pictures, without another build", async () => {
  expect(log).not.toContain("Building");
  const home = `http://127.0.0.1:${environment.PORT}`;
  const html = await (await fetch(home)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.some((path) => path?.startsWith("/assets/"))).toBe(true);
  expect(files.some((path) => path?.startsWith("/pictures/"))).toBe(true);
  for (const path of new Set(files)) expect((await fetch(home + path)).status, path).toBe(200);
});

it.skipIf(!isSweep)("has the merchant's commands and the backup", async () => {
  const verifier = await runs(["node", "tools/shop.mjs", "verifier"]);
  expect(verifier.stdout).toContain("Adresse du site");
  const backup = await runs(["node", "tools/backup.mjs", join(folders, "backup.sqlite")]);
  expect(backup.stdout).toContain("integrity ok");
});

it.skipIf(!isSweep)("says that it is healthy, and ends by SIGTERM within seconds; then it is not healthy", async () => {
  const check = commandOf(last, "HEALTHCHECK");
  expect((await runs(check)).status).toBe(0);
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  // A page that was just rendered keeps nothing waiting, nor does what a browser opens ahead.
  const ahead = connect(Number(environment.PORT), "127.0.0.1");
  await once(ahead, "connect");
  ahead.on("error", () => {});
  expect((await fetch(`http://127.0.0.1:${environment.PORT}/cart`)).status).toBe(200);
  const since = Date.now();
  shop.kill("SIGTERM");
  await ended;
  expect(Date.now() - since).toBeLessThan(3_000);
  expect((await runs(check)).status).toBe(1);
});
