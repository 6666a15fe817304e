import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import sharp from "sharp";
import { buildWhenNeeded, root } from "./build.mjs";
import { findChromium, installPrograms } from "./programs.mjs";

/** `npm run screenshots`: makes the README's pictures again from the demo catalogue. */

const PORT = "3199";
const shots = [
  { name: "home-desktop", path: "/", width: 1440, height: 1000, colorScheme: "light" },
  { name: "product-phone", path: "/product/boston-santa-cruz", width: 412, height: 900, colorScheme: "light" },
  { name: "listing-phone-dark", path: "/shop", width: 412, height: 900, colorScheme: "dark" },
];

if (!installPrograms() || !buildWhenNeeded()) process.exit(1);
const dataDir = mkdtempSync(join(tmpdir(), "screenshots-"));
const cli = join(root, "node_modules/@remix-run/serve/dist/cli.js");
const server = spawn(process.execPath, [cli, "build/server/index.js"], {
  cwd: root,
  stdio: "ignore",
  env: { ...process.env, NODE_ENV: "production", PORT, DATA_DIR: dataDir },
});
const base = `http://localhost:${PORT}`;
for (let waited = 0; waited < 30_000; waited += 200) {
  if (
    await fetch(base).then(
      ({ ok }) => ok,
      () => false,
    )
  )
    break;
  await new Promise((resolve) => setTimeout(resolve, 200));
}

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const folder = join(root, "docs/screenshots");
mkdirSync(folder, { recursive: true });
for (const { name, path, width, height, colorScheme } of shots) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1 });
  await page.goto(`${base}${path}`, { waitUntil: "networkidle" });
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
  await page.close();
}
await browser.close();
server.kill("SIGTERM");
rmSync(dataDir, { recursive: true, force: true });
