import { LRUCache } from "lru-cache";
import { compress, type Encoding } from "~/http/compression.server";
import { etagOf } from "~/http/page-headers.server";
import { fill, type SlotValues, slotKey, type Template } from "./template.server";

/** A filled template in one encoding. */
interface FilledPage {
  body: Buffer;
  etag: string;
}

const pages = new LRUCache<string, FilledPage>({
  maxSize: 20 * 1024 * 1024,
  // A page takes some 600 bytes besides its body and its key.
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 600,
});

/**
 * Visitors whose slots are equal get the same bytes: most carts hold none to three pairs.
 * @param isShared compressed better, since all strangers get it
 */
export function filledPage(template: Template, values: SlotValues, encoding: Encoding, isShared: boolean): FilledPage {
  const key = `${encoding} ${isShared} ${template.id} ${slotKey(template, values)}`;
  const before = pages.get(key);
  if (before) return before;
  const html = fill(template, values);
  // A copy, since zlib's results keep blocks of 16 KB in memory.
  const page = { body: Buffer.from(compress(html, encoding, isShared)), etag: etagOf(html) };
  pages.set(key, page);
  return page;
}
