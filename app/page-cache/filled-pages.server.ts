import { LRUCache } from "lru-cache";
import { bodyHeaders, compress, type Encoding } from "~/http/compression.server";
import { etagOf, type Keeper, pageHeaders } from "~/http/page-headers.server";
import { securityHeaders } from "~/http/security-headers.server";
import type { KeptPage } from "./kept-pages.server";
import { fill, type SlotValues, slotKey } from "./template.server";

/** In one encoding. Headers are names and values in turn, since copies of objects are slow. */
interface FilledPage {
  body: Buffer;
  etag: string;
  head: string[];
  /** For a 304, without the body's length and encoding. */
  headUnchanged: string[];
}

const pages = new LRUCache<string, FilledPage>({
  maxSize: 12 * 1024 * 1024,
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
  // A copy, since zlib's results keep blocks of 16 KB in memory.
  const body = Buffer.from(compress(html, encoding, true));
  const headers = { ...securityHeaders, ...pageHeaders({ policy, keeper, etag }) };
  const head = Object.entries({ ...headers, ...bodyHeaders(body, encoding) }).flat();
  const filled = { body, etag, head, headUnchanged: Object.entries(headers).flat() };
  pages.set(key, filled);
  return filled;
}
