import { LRUCache } from "lru-cache";
import type { Template } from "./template.server";

/** A template as it was at a version of what public pages show. */
export interface Page {
  template: Template;
  version: string;
  status: number;
  /** Content-Security-Policy. */
  policy: string;
}

/** What went over the wire: a template filled, in one encoding. */
export interface Answer {
  body: Buffer;
  etag: string;
}

const MEGABYTE = 1024 * 1024;

export const templates = new LRUCache<string, Page>({
  maxSize: 32 * MEGABYTE,
  // Two bytes a character, at most.
  sizeCalculation: ({ template }) => 2 * template.pieces.reduce((sum, piece) => sum + sizeOf(piece), 1_000),
});

export const answers = new LRUCache<string, Answer>({
  maxSize: 32 * MEGABYTE,
  sizeCalculation: ({ body }, key) => body.byteLength + 2 * key.length + 500,
});

const sizeOf = (piece: Template["pieces"][number]): number =>
  typeof piece === "string" ? piece.length : "yes" in piece ? piece.yes.length + piece.no.length : 50;
