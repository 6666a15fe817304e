import { pipeline, Readable } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { constants, createBrotliCompress, createGunzip, createGzip } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import fresh from "fresh";
import { escaped } from "~/domain/values/clean-text";
import { MINUTE } from "~/domain/values/durations";
import { encodingFor } from "~/http/compression.server";
import { etagOf, FOR_AN_HOUR } from "~/http/page-headers.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import type { CatalogueService } from "~/shop/services/catalogue";
import { version } from "../../../package.json";
import { XML_HEAD } from "./cached-response";
import { feedItems } from "./feed-items";
import { GrowingFile } from "./growing-file.server";
import { shopWithoutSamples } from "./shop-without-samples.server";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** However often it is asked for and the catalogue changes, it is written no more often than so. */
const KEPT_MS = 10 * MINUTE;
/** Addresses that are read at once, and products: other requests are answered in between. */
const ADDRESSES = 1_000;
const PRODUCTS = 25;

interface KeptFeed {
  etag: string;
  until: number;
  file: Promise<GrowingFile>;
}

const kept = new Map<"br" | "gzip", KeptFeed>();

/**
 * The catalogue as Google and Meta read it: RSS 2.0 with Google's fields, an item for each variant.
 * It may be longer than memory, so it is written into a file, which answers read meanwhile.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const shop = await shopWithoutSamples();
  const encoding = encodingFor(request.headers.get("accept-encoding") ?? "");
  const stored = encoding === "br" ? "br" : "gzip";
  const { version: state } = await shop.pageState({});
  const before = kept.get(stored);
  const now = etagOf(`${version} ${settings.siteUrl} ${state}`);
  const isUsed = before !== undefined && (before.etag === now || Date.now() < before.until);
  const etag = isUsed ? before.etag : now;
  const headers = new Headers({ "Cache-Control": FOR_AN_HOUR, ETag: etag, Vary: "Accept-Encoding" });
  if (fresh(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers });

  const file = await (isUsed ? before : keep(stored, etag, shop.catalogue)).file;
  headers.set("Content-Type", "application/xml; charset=utf-8");
  headers.set("Content-Encoding", encoding);
  if (encoding === stored && file.size !== undefined) headers.set("Content-Length", String(file.size));
  if (request.method === "HEAD") return new Response(null, { headers });
  const bytes = Readable.from(file.read(), { objectMode: false });
  // A failure ends the plain text, too.
  const body = encoding === stored ? bytes : pipeline(bytes, createGunzip(), () => {});
  // Not by Remix's own function: where a reader leaves, its error would end the process.
  return new Response(Readable.toWeb(body) as ReadableStream, { headers });
}

/** Writes the feed again, in the place of the one before. */
function keep(stored: "br" | "gzip", etag: string, catalogue: CatalogueService): KeptFeed {
  const before = kept.get(stored);
  const feed = { etag, until: Date.now() + KEPT_MS, file: GrowingFile.open(settings.dataDir) };
  kept.set(stored, feed);
  before?.file.then((file) => file.leave()).catch(() => {});
  feed.file
    .then((file) => piped(xmlOf(catalogue), compressors[stored](), (chunks) => file.write(chunks)))
    .catch((error) => {
      // Its readers' connections break; the next one gets another feed.
      console.error(error);
      if (kept.get(stored) !== feed) return;
      kept.delete(stored);
      feed.file.then((file) => file.leave()).catch(() => {});
    });
  return feed;
}

const compressors = {
  gzip: () => createGzip(),
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // Items that are alike stand beside each other, and a wider window costs megabytes.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
};

async function* xmlOf(catalogue: CatalogueService): AsyncGenerator<string> {
  const { siteUrl } = settings;
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>Wahrane</title>\n`;
  yield `<link>${escaped(siteUrl)}/</link>\n<description>Toutes les paires de la boutique</description>\n`;
  for (let page = 1; ; page += 1) {
    const addresses = await catalogue.addresses({ page, size: ADDRESSES });
    for (let first = 0; first < addresses.length; first += PRODUCTS) {
      const ids = addresses.slice(first, first + PRODUCTS).map(({ id }) => id);
      for (const product of await catalogue.products(ids)) yield feedItems(siteUrl, product);
      await setImmediate();
    }
    if (addresses.length < ADDRESSES) break;
  }
  yield "</channel>\n</rss>\n";
}
