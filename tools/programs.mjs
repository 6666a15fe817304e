import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { root } from "./build.mjs";

/** Finds the programs that tests need and npm does not bring, and installs them if possible. */

/** Programs that some tests drive, and the Debian packages that hold them. */
export const PACKAGES = {
  "chromium-headless-shell": "",
  lynx: "",
  w3m: "",
  links2: "",
  java: "default-jre-headless",
  nginx: "",
  "firefox-esr": "",
  WebKitWebDriver: "webkit2gtk-driver",
  "xvfb-run": "xvfb",
};

/** @returns a program's path, from `LYNX_PATH` and the like or PATH; undefined without one */
export function findProgram(name) {
  return process.env[`${name.toUpperCase()}_PATH`] || onPath([name]);
}

/** @returns the path of a Chromium; undefined without one */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return playwrightsChromium() ?? onPath(["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]);
}

/** Chromium without a window does half the work, but lacks the back/forward cache. */
export function findHeadless() {
  if (process.env.HEADLESS_PATH) return process.env.HEADLESS_PATH;
  // CHROMIUM_PATH names the browser for everything.
  return process.env.CHROMIUM_PATH || onPath(["chromium-headless-shell"]) || findChromium();
}

/**
 * The engines besides Chromium that tests run in, where they are installed: the system's Firefox,
 * and its WebKit with a driver and a display.
 * @returns their names, the line that says so, and the paths of their programs
 */
export function findEngines() {
  const paths = {
    firefox: onPath(["firefox-esr", "firefox"]),
    webkit: onPath(["WebKitWebDriver"]),
    display: onPath(["xvfb-run"]),
  };
  const isThere = { firefox: paths.firefox, webkit: paths.webkit && paths.display };
  const found = Object.keys(isThere).filter((name) => isThere[name]);
  const missing = Object.keys(isThere).filter((name) => !isThere[name]);
  const rest = missing.length > 0 ? ` (not installed: ${missing.join(", ")})` : "";
  return { found, missing, paths, line: `Engines: ${["chromium", ...found].join(", ")}${rest}` };
}

/**
 * Installs what is missing: on Debian as root by apt, else only Chromium, by Playwright.
 * @param all also what tests/conditions and tests/operating drive: other browsers, nginx, Java
 * @returns whether there is a Chromium
 */
export function installPrograms(all = false) {
  if (!findChromium()) {
    // Debian's Chromium brings the libraries that a bare machine lacks.
    console.info("No Chromium found: installing one…");
    aptInstall("chromium");
    if (!findChromium()) {
      const cli = join(root, "node_modules/playwright/cli.js");
      spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit", timeout: 300_000 });
    }
  }
  const wanted = Object.entries(PACKAGES).filter(([name]) => all || name.startsWith("chromium"));
  for (const [name, debian] of wanted) if (!findProgram(name)) aptInstall(debian || name);
  return findChromium() !== undefined;
}

let listsAreFresh = false;
function aptInstall(name) {
  const isDebian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (!isDebian) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words) => spawnSync("apt-get", words, { stdio: "ignore", env: environment }).status === 0;
  if (!listsAreFresh) listsAreFresh = apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", name);
}

/** @returns the path of Playwright's own Chromium, if there is one */
function playwrightsChromium() {
  try {
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    // Playwright has no build for this system.
    return undefined;
  }
}

function onPath(names) {
  // Servers are in a folder that only root's PATH has.
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"])
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here: look in the next folder.
      }
    }
  return undefined;
}
