import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/** The page is compressed here, whole and once; remix-serve passes over what is already encoded. */

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** By the whole header: browsers send few. */
const known = new LRUCache<string, Encoding>({ max: 200 });

/** The smallest encoding that the browser takes; `q=0` is a refusal. */
export function encodingFor(acceptEncoding: string | string[] = ""): Encoding {
  const header = acceptEncoding.toString();
  const seen = known.get(header);
  if (seen !== undefined) return seen;
  const encoding = readEncoding(header);
  known.set(header, encoding);
  return encoding;
}

function readEncoding(header: string): Encoding {
  const accepted = new Set(
    header
      .split(",")
      .map((part) => part.trim().toLowerCase().split(";"))
      .filter(([, quality]) => !/^\s*q=0(\.0*)?$/.test(quality ?? ""))
      .map(([name]) => name),
  );
  return accepted.has("br") ? "br" : accepted.has("gzip") ? "gzip" : "identity";
}

/** @param isKept it is made with more care, since it is used again */
export function compress(body: Buffer, encoding: Encoding, isKept = false): Promise<Buffer> {
  if (encoding === "identity") return Promise.resolve(body);
  return isKept ? compressNow(body, encoding, 9, 9) : compressNow(body, encoding, 6, 6);
}

/** Of a page, as it is before it is compressed. */
export const etagOf = (html: Buffer) => `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;

function compressNow(body: Buffer, encoding: "br" | "gzip", brotliQuality: number, gzipLevel: number): Promise<Buffer> {
  return encoding === "br"
    ? brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
          // A window of the page's own size costs a ninth of the usual one, at the same size of the result.
          [constants.BROTLI_PARAM_LGWIN]: 16,
        },
      })
    : gzipped(body, { level: gzipLevel });
}
