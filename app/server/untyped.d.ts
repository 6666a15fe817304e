/** Packages that bring no types, as far as the shop uses them. */

declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: { "accept-encoding"?: string } });
    /** @returns those that are taken, best first; `preferred` decides between those that are liked as well */
    encodings<Encoding extends string>(available: readonly Encoding[], preferred: readonly Encoding[]): Encoding[];
  }
}

declare module "fresh" {
  /** @returns whether the answer of this tag is the one that the client has */
  export default function fresh(
    request: { "if-none-match"?: string | undefined; "cache-control"?: string | undefined },
    response: { etag: string },
  ): boolean;
}
