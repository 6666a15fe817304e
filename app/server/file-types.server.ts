import { createRequire } from "node:module";

interface Express {
  static: { mime: { define(types: Record<string, string[]>): void } };
}

/**
 * remix-serve's table of file types is older than AVIF, and what it does not know goes out as bytes of no kind, which
 * `nosniff` forbids browsers to show. It is the server's own copy that has to be told.
 */
export function nameFileTypes(): void {
  const serve = createRequire(import.meta.url).resolve("@remix-run/serve/package.json");
  const express = createRequire(serve)("express") as Express;
  express.static.mime.define({ "image/avif": ["avif"] });
}
