import { LRUCache } from "lru-cache";
import { compress, type Encoding, etagOf } from "~/server/compression.server";
import type { KeptPage } from "./pages.server";
import { fill, type SlotValues, slotKey } from "./template.server";
import type { Variant } from "./variant.server";

/** A filled template in one encoding. */
interface Answer {
  body: Buffer;
  etag: string;
}

const MEGABYTE = 1024 * 1024;
const answers = new LRUCache<string, Answer>({
  maxSize: 20 * MEGABYTE,
  // An answer takes some 600 bytes besides its body and its key.
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 600,
});

interface Filling {
  page: KeptPage;
  own: SlotValues;
  variant: Variant;
  encoding: Encoding;
}

/** Visitors whose slots are equal get the same bytes: most carts hold none to three pairs. */
export function answerOf({ page, own, variant, encoding }: Filling): Answer {
  const key = `${encoding} ${variant.visitor} ${page.template.id} ${slotKey(page.template, own)}`;
  const known = answers.get(key);
  if (known) return known;
  const html = fill(page.template, own);
  const answer = { body: exact(compress(html, encoding, variant.visitor === "stranger")), etag: etagOf(html) };
  answers.set(key, answer);
  return answer;
}

/** A copy: filled pages share a buffer, and zlib's results would keep blocks of 16 KB in memory. */
const exact = ({ buffer, byteOffset, byteLength }: Buffer) =>
  Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength));
