import { LRUCache } from "lru-cache";
import { compress, type Encoding, etagOf } from "~/server/compression.server";
import { securityHeaders } from "~/server/security-headers.server";
import type { PageState } from "~/shop/services/published";
import type { Kept } from "./pages.server";
import { fill, shownOf } from "./template.server";
import type { Variant } from "./variant.server";

/** What goes over the wire: a template filled, in one encoding; its headers as Node takes them, names and values in turn. */
export interface Answer {
  body: Buffer;
  etag: string;
  head: string[];
  /** For who asked ahead of a press. */
  headAhead: string[];
  /** Of status 304. */
  headUnchanged: string[];
}

const MEGABYTE = 1024 * 1024;
const answers = new LRUCache<string, Answer>({
  maxSize: 20 * MEGABYTE,
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 2_000,
});

interface Shown {
  page: Kept;
  told: PageState;
  variant: Variant;
  encoding: Encoding;
}

/** Visitors of whom a page shows the same get the same bytes: most carts hold none to three pairs. */
export function answerOf(shown: Shown): Answer {
  const { page, told, variant, encoding } = shown;
  const name = `${encoding} ${variant.visitor} ${page.template.id} ${shownOf(page.template, told)}`;
  const known = answers.get(name);
  if (known) return known;
  const answer = make(shown);
  answers.set(name, answer);
  return answer;
}

function make({ page, told, variant, encoding }: Shown): Answer {
  const html = fill(page.template, told);
  const etag = etagOf(html);
  const isShared = variant.visitor === "stranger";
  const body = compress(html, encoding, isShared);
  const { "Content-Security-Policy": _, ...others } = securityHeaders;
  const of = (cacheControl: string) =>
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
  const usual = of(cacheControlOf({ isShared, isAhead: false }));
  const ahead = of(cacheControlOf({ isShared, isAhead: true }));
  return { body, etag, head: [...usual, ...entity], headAhead: [...ahead, ...entity], headUnchanged: usual };
}

/**
 * Shared caches may keep what holds no name, phone, cart or flash (P-6); the short time bounds how old a price can look. What a browser
 * asked for ahead (a link was pointed at) is used without asking again, as long as no cookie is new.
 */
const cacheControlOf = ({ isShared, isAhead }: { isShared: boolean; isAhead: boolean }) =>
  isShared ? (isAhead ? "private, max-age=60" : "public, max-age=0, s-maxage=60") : "private, no-cache";
