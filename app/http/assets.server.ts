import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { bodyHeaders, type Encoding, encodingFor } from "./compression.server";
import { isReading, type Middleware } from "./middleware.server";
import { fileHeaders } from "./security-headers.server";

/** Sends the scripts, style sheets and typefaces of the build, which compressed the first two. */

const CLIENT = "build/client/assets";
const COMPRESSED = "build/compressed";

const types: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".woff2": "font/woff2",
};

interface Copy {
  body: Buffer;
  head: string[];
}

type Asset = Partial<Record<Encoding, Copy>> & { identity: Copy };

/** @returns the assets by address; none in development, where Vite answers */
function readAssets(): Map<string, Asset> {
  if (!import.meta.env.PROD) return new Map();
  const compressed = new Set(readdirSync(COMPRESSED));
  const names = readdirSync(CLIENT).filter((name) => Object.hasOwn(types, extname(name)));
  return new Map(
    names.map((name) => {
      const copyOf = (encoding: Encoding, body: Buffer): Copy => ({ body, head: headOf(name, encoding, body) });
      const asset: Asset = { identity: copyOf("identity", readFileSync(join(CLIENT, name))) };
      for (const encoding of ["br", "gzip"] as const) {
        const file = `${name}.${encoding}`;
        if (compressed.has(file)) asset[encoding] = copyOf(encoding, readFileSync(join(COMPRESSED, file)));
      }
      return [`/assets/${name}`, asset];
    }),
  );
}

const headOf = (name: string, encoding: Encoding, body: Buffer) =>
  Object.entries({
    ...fileHeaders,
    "Content-Type": types[extname(name)] ?? "",
    // The name holds a hash of the content.
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ...bodyHeaders(body, encoding),
  }).flat();

const assets = readAssets();

export const answerAsset: Middleware = ({ method, url = "", headers }, response, next) => {
  const asset = assets.get(url);
  if (!asset || !isReading(method)) {
    next();
    return;
  }
  const { body, head } = asset[encodingFor(headers["accept-encoding"])] ?? asset.identity;
  response.writeHead(200, head).end(method === "HEAD" ? undefined : body);
};
