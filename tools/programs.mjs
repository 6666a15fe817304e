import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./build.mjs";

/** Finds the programs that tests need and npm does not bring, or installs them where that is possible. */

const isDebianRoot = () =>
  process.getuid?.() === 0 &&
  existsSync("/etc/os-release") &&
  /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));

function onPath(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter))
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The next one.
      }
    }
  return undefined;
}

let listsAreFresh = false;
function aptInstall(...packages) {
  if (!isDebianRoot()) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words) => spawnSync("apt-get", words, { stdio: "ignore", env: environment }).status === 0;
  if (!listsAreFresh) listsAreFresh = apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}

const BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** @returns the path of a Chromium, or undefined after having tried to install one */
export async function findChromium() {
  const { chromium } = await import("playwright");
  const known = () => {
    const own = chromium.executablePath();
    return process.env.CHROMIUM_PATH || (existsSync(own) ? own : undefined) || onPath(BROWSERS);
  };
  if (known()) return known();
  // Debian's own first, where it can be had: it brings the libraries that a bare machine lacks.
  console.info("No Chromium found: installing one…");
  aptInstall("chromium");
  if (known()) return known();
  spawnSync(process.execPath, [join(root, "node_modules/playwright/cli.js"), "install", "chromium"], {
    stdio: "inherit",
    timeout: 300_000,
  });
  return known();
}

/**
 * The engines that journeys can run in: Chromium, and Playwright's own Firefox and WebKit where somebody installed them. Another
 * build of these does not understand Playwright, so they are not looked for elsewhere.
 * @returns their names, and the line that says so
 */
export async function findEngines() {
  const playwright = await import("playwright");
  const isInstalled = (name) => {
    try {
      return existsSync(playwright[name].executablePath());
    } catch {
      // There is none for this system.
      return false;
    }
  };
  const found = ["firefox", "webkit"].filter(isInstalled);
  const missing = ["firefox", "webkit"].filter((name) => !found.includes(name));
  const rest = missing.length > 0 ? ` (not installed: ${missing.join(", ")})` : "";
  return { found, missing, line: `Engines: ${["chromium", ...found].join(", ")}${rest}` };
}

/**
 * The same engine without the window around it: half the work for the same pages. What it lacks (the memory that Back opens)
 * is tried in a whole one.
 * @param chromium the whole one
 */
export function findHeadless(chromium) {
  if (process.env.HEADLESS_PATH) return process.env.HEADLESS_PATH;
  // Who names a browser wants that one.
  if (process.env.CHROMIUM_PATH) return chromium;
  return findProgram("chromium-headless-shell") ?? chromium;
}

/** @returns the path of a program of Debian's, or undefined where it is missing and cannot be installed */
export function findProgram(name, debianPackage = name) {
  const known = onPath([name]) ?? onPathOf("/usr/sbin", name);
  if (known) return known;
  aptInstall(debianPackage);
  return onPath([name]) ?? onPathOf("/usr/sbin", name);
}

function onPathOf(folder, name) {
  const file = join(folder, name);
  return existsSync(file) ? file : undefined;
}
