/** Types, as far as the shop needs them, of modules that bring none. */

/** Of Remix's Vite plugin. */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/node").ServerBuild;
  export = build;
}

declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: { "accept-encoding"?: string } });
    /** @returns acceptable encodings, best first; `preferred` decides between equally good ones */
    encodings<Encoding extends string>(available: readonly Encoding[], preferred: readonly Encoding[]): Encoding[];
  }
}

declare module "fresh" {
  /** @returns whether the client already has the answer with this tag */
  export default function fresh(
    request: { "if-none-match"?: string | undefined; "cache-control"?: string | undefined },
    response: { etag: string },
  ): boolean;
}
