import { LRUCache } from "lru-cache";
import { bodyHeaders, compress, type Encoding } from "~/http/compression.server";
import { etagOf, type Keeper, pageHeaders } from "~/http/page-headers.server";
import { securityHeaders } from "~/http/security-headers.server";
import type { KeptPage } from "./kept-pages.server";
import { fill, type SlotValues, slotKey } from "./template.server";

/** A filled page in one encoding. Headers are names and values in turn, as Node writes them fastest. */
interface FilledPage {
  body: Buffer;
  etag: string;
  head: string[];
  /** Headers of the body, which a 304 has not. */
  bodyHead: string[];
}

const pages = new LRUCache<string, FilledPage>({
  maxSize: 20 * 1024 * 1024,
  // A page takes some 1,500 bytes besides its body and its key.
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 1_500,
});

/** Visitors whose slots are equal get the same bytes: most carts hold none to three pairs. */
export function filledPage(page: KeptPage, values: SlotValues, encoding: Encoding, keeper: Keeper): FilledPage {
  const { template, policy } = page;
  const key = `${encoding} ${keeper} ${template.id} ${slotKey(template, values)}`;
  const before = pages.get(key);
  if (before) return before;
  const html = fill(template, values);
  const etag = etagOf(html);
  // A copy, since zlib's results keep blocks of 16 KB in memory. What all strangers get is compressed
  // better.
  const body = Buffer.from(compress(html, encoding, keeper !== "browser"));
  const head = Object.entries({ ...securityHeaders, ...pageHeaders({ policy, keeper, etag }) }).flat();
  const filled = { body, etag, head, bodyHead: Object.entries(bodyHeaders(body, encoding)).flat() };
  pages.set(key, filled);
  return filled;
}
