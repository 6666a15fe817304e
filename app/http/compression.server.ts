import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** By the whole header, since browsers send few different ones; none of long ones. */
const encodings = new LRUCache<string, Encoding>({
  max: 200,
  maxEntrySize: 200,
  sizeCalculation: (_, header) => header.length + 1,
});

/** The encoding that the browser prefers; of several it prefers equally, the smallest. */
export function encodingFor(acceptEncoding: string | string[] = ""): Encoding {
  const header = acceptEncoding.toString();
  const seen = encodings.get(header);
  if (seen !== undefined) return seen;
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const [encoding = "identity"] = negotiator.encodings<Encoding>(["br", "gzip", "identity"], ["br", "gzip"]);
  encodings.set(header, encoding);
  return encoding;
}

/**
 * Compresses synchronously: a thread costs as much processor time as a third of the compression.
 * @param isKept compresses more slowly and smaller, since the result is used again
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
      // A window of the page's size costs a ninth of the usual one, and the result is as small.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  });
}

/** Says how a body is compressed, and its length; routes do not, who know the plain text only. */
export const bodyHeaders = (body: Buffer, encoding: Encoding): Record<string, string> => ({
  ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  "Content-Length": String(body.byteLength),
});
