import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { chromium } from "playwright";
import sharp from "sharp";
import { buildWhenNeeded, root } from "./build.mjs";
import { findChromium, installPrograms } from "./programs.mjs";

/**
 * `npm run screenshots`: makes the pictures of the README and of the merchant's guide again, from
 * the demo catalogue and from orders that it places.
 */

const PORT = "3199";
const desktop = { width: 1440, height: 1000, colorScheme: "light" };
const phone = { width: 412, height: 900, colorScheme: "light" };
const shots = [
  { name: "home-desktop", path: "/", ...desktop },
  { name: "product-phone", path: "/product/boston-santa-cruz", ...phone },
  { name: "listing-phone-dark", path: "/shop", ...phone, colorScheme: "dark" },
  { name: "gestion-aujourdhui", path: "/gestion", ...desktop, height: 860 },
  { name: "gestion-appels", path: "/gestion/appels", ...phone, height: 1500 },
  { name: "gestion-commandes", path: "/gestion/commandes", ...desktop, height: 860 },
  { name: "gestion-commande", path: (numbers) => `/gestion/commandes/${numbers[0]}`, ...desktop, height: 1200 },
];

const SHOPPERS = [
  { firstName: "Nassima", lastName: "Zerrouki", phone: "0661 98 76 54", commune: 3101, product: "boston-santa-cruz" },
  { firstName: "Amine", lastName: "Benali", phone: "0550 12 34 56", commune: 3101, product: "mule-tafna" },
  { firstName: "Samira", lastName: "Haddad", phone: "0770 45 67 89", commune: 3101, product: "boston-tlemcen" },
  { firstName: "Yacine", lastName: "Belkacem", phone: "0699 11 22 33", commune: 3101, product: "boston-santa-cruz" },
  { firstName: "Nassima", lastName: "Zerrouki", phone: "0661 98 76 54", commune: 3101, product: "mule-tafna" },
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

/** @returns the number of an order that comes in as from any shop's front end */
async function order({ firstName, lastName, phone, commune, product: slug }) {
  const product = await (await fetch(`${base}/api/products/${slug}`)).json();
  const { id } = product.variants.find(({ stock }) => stock > 2);
  const answer = await fetch(`${base}/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({
      items: [{ productId: product.id, productVariantId: id, price: product.price }],
      toWilayaId: 31,
      toCommuneId: commune,
      shippingCost: 500,
      customer: { firstName, lastName, phone, address: "7, impasse des Oliviers" },
    }),
  });
  if (!answer.ok) throw new Error(`No order: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).orderNumber;
}

/** @returns the cookie of an owner who has just signed in */
function signIn() {
  const database = new SQLite(join(dataDir, "shop.sqlite"));
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("base64url");
  const now = Date.now();
  database
    .prepare(
      "insert into staff (id, email, name, role, created_at) values ('owner', 'nadia@boutique.example', 'Nadia', 'owner', ?)",
    )
    .run(now);
  database
    .prepare(
      `insert into staff_sessions (token_hash, staff_id, device, created_at, seen_at, proved_at)
      values (?, 'owner', 'Chrome, Linux', ?, ?, ?)`,
    )
    .run(hash, now, now, now);
  database.close();
  return Buffer.from(JSON.stringify(token)).toString("base64");
}

const numbers = [];
for (const shopper of SHOPPERS) numbers.push(await order(shopper));
const session = signIn();

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const folder = join(root, "docs/screenshots");
mkdirSync(folder, { recursive: true });
for (const { name, path, width, height, colorScheme } of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1 });
  const address = `${base}${typeof path === "string" ? path : path(numbers)}`;
  if (address.includes("/gestion")) await context.addCookies([{ name: "gestion", value: session, url: base }]);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "networkidle" });
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
  await context.close();
}
await browser.close();
server.kill("SIGTERM");
rmSync(dataDir, { recursive: true, force: true });
