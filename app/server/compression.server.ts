import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** By the whole header: browsers send few. */
const known = new LRUCache<string, Encoding>({ max: 200 });

/** The encoding that the browser prefers, and the smallest of those that it likes as well. */
export function encodingFor(acceptEncoding: string | string[] = ""): Encoding {
  const header = acceptEncoding.toString();
  const seen = known.get(header);
  if (seen !== undefined) return seen;
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const [encoding = "identity"] = negotiator.encodings<Encoding>(["br", "gzip", "identity"], ["br", "gzip"]);
  known.set(header, encoding);
  return encoding;
}

/**
 * Whole and at once: to hand a page to a thread and back costs as much processor time as a third of its compression.
 *
 * @param isKept it is made with more care, since it is used again
 */
export function compress(body: Buffer, encoding: Encoding, isKept = false): Buffer {
  const quality = isKept ? 9 : 6;
  if (encoding === "gzip") return gzipSync(body, { level: quality });
  if (encoding === "identity") return body;
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      // A window of the page's own size costs a ninth of the usual one, at the same size of the result.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  });
}

/** Of a page, as it is before it is compressed. */
export const etagOf = (html: Buffer) => `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
