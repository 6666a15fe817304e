import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { say, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";

/** What a page weighs on the wire, and the scripts that it asks for. */

const TO_REACH = { html: 14_000, css: 12_000, scripts: 100_000 };
const BROWSER_ENCODINGS = "gzip, deflate, br, zstd";

export async function bytesSection({ sources }) {
  const shop = await startShop();
  try {
    const rows = [];
    const most = { html: 0, css: 0, scripts: 0 };
    for (const { label, client, path } of await pagesOf(sources, shop)) {
      const page = await weigh(client, path);
      most.html = Math.max(most.html, page.br, page.gzip);
      most.css = Math.max(most.css, page.css);
      most.scripts = Math.max(most.scripts, page.scriptsGzip);
      rows.push([
        label,
        ...[page.br, page.gzip, page.plain, page.css, page.scriptsServed, page.scriptsGzip].map(whole),
        page.files,
      ]);
    }
    say("## Bytes on the wire\n");
    table(["page", "HTML br", "HTML gzip", "HTML plain", "CSS gzip", "scripts", "scripts gzip", "files"], rows);
    const limits = Object.entries(TO_REACH).map(
      ([what, limit]) => `${what} ${whole(limit)} (${verdict(most[what] <= limit)}: at most ${whole(most[what])})`,
    );
    say(
      "The style sheet is inside the HTML and counted in it; 'CSS gzip' is its part, compressed alone. 'scripts' is what a " +
        `browser that takes ${BROWSER_ENCODINGS} is sent.\nTo reach: ${limits.join(", ")}.\n`,
    );
  } finally {
    await shop.stop();
  }
}

/** A stranger's pages, and those of a shopper on her way through the checkout. */
async function pagesOf(sources, shop) {
  const { addToCart, newClient, someone } = await sources.load("tests/support/orders.ts");
  const { formWith, submit } = await sources.load("tests/support/forms.ts");
  const stranger = newClient(shop.url);
  const shopper = newClient(shop.url);
  const list = (await stranger.get("/shop")).text;
  const products = [...new Set([...list.matchAll(/href="(\/product\/[^"?#]+)/g)].map(([, path]) => path))];
  let product;
  for (const path of products) {
    const added = await addToCart(shopper, path.replace("/product/", ""), {});
    if (added.status === 303) product ??= path;
    if (product && shopper.cookies.size > 0) break;
  }
  const step1 = await shopper.get("/checkout");
  const communes = await submit(shopper, formWith(step1.text, "nom"), { ...someone, commune: "" }, "communes");
  await submit(shopper, formWith(communes.text, "nom"), someone, "continuer");
  const quiet = newClient(shop.url);
  quiet.get = (path, headers) => stranger.get(path, { ...headers, "save-data": "on" });
  return [
    ...[
      "/",
      "/shop",
      "/shop?couleur=noir&pointure=40",
      "/femme",
      "/nouveaute",
      "/collection/premium",
      "/search?q=sabot",
    ].map((path) => ({ label: path, client: stranger, path })),
    { label: "/product/…", client: stranger, path: product },
    { label: "/product/… (Save-Data)", client: quiet, path: product },
    ...["/cart", "/checkout", "/checkout/paiement", "/checkout/verification"].map((path) => ({
      label: path,
      client: shopper,
      path,
    })),
  ];
}

async function weigh(client, path) {
  const [plain, br, gzip] = await Promise.all(
    ["identity", "br", "gzip"].map((encoding) => client.get(path, { "accept-encoding": encoding })),
  );
  for (const answer of [plain, br, gzip])
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  const css = [...plain.text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join("\n");
  const sheets = [...plain.text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map(([, href]) => href);
  let cssBytes = css ? gzipSync(css).byteLength : 0;
  for (const sheet of sheets) cssBytes += (await client.get(sheet, { "accept-encoding": "gzip" })).bytes.byteLength;
  return {
    plain: plain.bytes.byteLength,
    br: br.bytes.byteLength,
    gzip: gzip.bytes.byteLength,
    css: cssBytes,
    ...(await weighScripts(client, plain.text)),
  };
}

async function weighScripts(client, html) {
  const waiting = scriptsIn(html);
  const seen = new Set();
  let scriptsServed = 0;
  let scriptsGzip = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const served = await client.get(path, { "accept-encoding": BROWSER_ENCODINGS });
    const gzip = await client.get(path, { "accept-encoding": "gzip" });
    if (served.status !== 200) throw new Error(`${path} answered ${served.status}.`);
    scriptsServed += served.bytes.byteLength;
    scriptsGzip += gzip.bytes.byteLength;
    for (const [, file] of plainText(gzip).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(`/assets/${file}`);
  }
  return { scriptsServed, scriptsGzip, files: seen.size };
}

/** The manifest in a page names every route's script; only those that it preloads, loads or imports are asked for. */
function scriptsIn(html) {
  const asked = /(?:(?:src|href)="|from\s*"|import\s*"|import\(")(\/assets\/[\w.-]+\.js)"/g;
  return [...html.matchAll(asked)].map(([, path]) => path);
}

function plainText({ bytes, headers }) {
  const encoding = headers["content-encoding"];
  if (encoding === "gzip") return gunzipSync(bytes).toString("utf8");
  return (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString("utf8");
}
