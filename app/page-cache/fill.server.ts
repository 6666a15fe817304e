import { LRUCache } from "lru-cache";
import { compress, type Encoding, etagOf } from "~/server/compression.server";
import { securityHeaders } from "~/server/security-headers.server";
import type { KeptPage } from "./pages.server";
import { fill, type Own, slotKey } from "./template.server";
import type { Variant } from "./variant.server";

/** A filled template in one encoding; headers are names and values in turn, as Node takes them. */
export interface Answer {
  body: Buffer;
  etag: string;
  head: string[];
  /** Of a prefetch. */
  headAhead: string[];
  /** Of status 304. */
  headUnchanged: string[];
}

const MEGABYTE = 1024 * 1024;
const answers = new LRUCache<string, Answer>({
  maxSize: 20 * MEGABYTE,
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 2_000,
});

interface Filling {
  page: KeptPage;
  own: Own;
  variant: Variant;
  encoding: Encoding;
}

/** Visitors whose slots are equal get the same bytes: most carts hold none to three pairs. */
export function answerOf(filling: Filling): Answer {
  const { page, own, variant, encoding } = filling;
  const key = `${encoding} ${variant.visitor} ${page.template.id} ${slotKey(page.template, own)}`;
  const known = answers.get(key);
  if (known) return known;
  const answer = make(filling);
  answers.set(key, answer);
  return answer;
}

function make({ page, own, variant, encoding }: Filling): Answer {
  const html = fill(page.template, own);
  const etag = etagOf(html);
  const isShared = variant.visitor === "stranger";
  const body = compress(html, encoding, isShared);
  const { "Content-Security-Policy": _, ...others } = securityHeaders;
  const headWith = (cacheControl: string) =>
    Object.entries({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": page.policy,
      ...others,
      Vary: "Cookie, Save-Data, Accept-Encoding",
      "Cache-Control": cacheControl,
      ETag: etag,
    }).flat();
  const entity = [
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    "Content-Length",
    String(body.byteLength),
  ];
  const usual = headWith(cacheControlOf({ isShared, isAhead: false }));
  const ahead = headWith(cacheControlOf({ isShared, isAhead: true }));
  return { body, etag, head: [...usual, ...entity], headAhead: [...ahead, ...entity], headUnchanged: usual };
}

/**
 * Shared caches may keep what holds no name, phone, cart or flash (P-6), as long as a price may be
 * old; browsers use a prefetched page without asking again.
 */
const cacheControlOf = ({ isShared, isAhead }: { isShared: boolean; isAhead: boolean }) =>
  isShared ? (isAhead ? "private, max-age=60" : "public, max-age=0, s-maxage=60") : "private, no-cache";
