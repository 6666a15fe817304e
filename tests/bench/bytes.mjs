import { brotliCompressSync } from "node:zlib";
import { print, table, verdict, whole } from "./report.mjs";
import { startShop } from "./servers.mjs";

/**
 * Bytes of pages on the wire, of which docs/performance.md has its table; scripts are measured in
 * tests/journeys/script-budgets.test.ts.
 */

/** `css`: the shared style sheet; some pages also have their own rules. */
const TO_REACH = { html: 14_000, css: 5_000 };

export async function bytesSection({ sources }) {
  const shop = await startShop();
  try {
    const rows = [];
    const most = { html: 0, css: Number.POSITIVE_INFINITY };
    for (const { label, client, path } of await pagesOf(sources, shop)) {
      const page = await weigh(client, path);
      most.html = Math.max(most.html, page.br);
      most.css = Math.min(most.css, page.css);
      rows.push([label, ...[page.br, page.gzip, page.plain, page.css].map(whole)]);
    }
    print("## Bytes on the wire\n");
    table(["page", "HTML br", "HTML gzip", "HTML plain", "CSS br"], rows);
    const limits = Object.entries(TO_REACH).map(
      ([what, limit]) => `${what} ${whole(limit)} (${verdict(most[what] <= limit)}: ${whole(most[what])})`,
    );
    print(
      "The style sheet is inside the HTML and counted in it; 'CSS br' is its part, compressed alone.\nTo reach: " +
        `${limits.join(", ")}.\n`,
    );
  } finally {
    await shop.stop();
  }
}

/** Pages of a stranger, and of a shopper in the checkout. */
async function pagesOf(sources, shop) {
  const { addToCart, newClient, someone } = await sources.load("tests/support/http/orders.ts");
  const { formWith, submit } = await sources.load("tests/support/http/forms.ts");
  const stranger = newClient(shop.url);
  const shopper = newClient(shop.url);
  const list = (await stranger.get("/shop")).text;
  const products = [...new Set([...list.matchAll(/href="(\/product\/[^"?#]+)/g)].map(([, path]) => path))];
  const added = [];
  for (const path of products) {
    const { status } = await addToCart(shopper, path.replace("/product/", ""), {});
    if (status === 303) added.push(path);
    if (added.length === 2) break;
  }
  const [product] = added;
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
      "/faq",
      "/login",
    ].map((path) => ({ label: path, client: stranger, path })),
    { label: "/product/…", client: stranger, path: product },
    { label: "/product/… (Save-Data)", client: quiet, path: product },
    ...["/cart", "/checkout", "/checkout/paiement", "/checkout/verification"].map((path) => ({
      label: `${path}, two lines`,
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
  return {
    plain: plain.bytes.byteLength,
    br: br.bytes.byteLength,
    gzip: gzip.bytes.byteLength,
    css: brotliCompressSync(css).byteLength,
  };
}
