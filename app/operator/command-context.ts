import type { Point } from "~/domain/readiness";
import type { OperatedShop } from "~/shop/shop";

/** What a command works with; tests bring their own. */
export interface CommandContext {
  /** Opened when a command needs it: help needs none. */
  shop: () => Promise<OperatedShop>;
  /** Files are named from here. */
  folder: string;
  /** Where pictures go. */
  dataDir: string;
  now: () => Date;
  /** What the shop's settings have and lack. */
  readiness: () => Point[];
  /** A line, or several. */
  say: (text: string) => void;
  /** The same, for what went wrong. */
  complain: (text: string) => void;
}

/** How a command ends, for scripts that call it. */
export const DONE = 0;
export const REFUSED = 1;
export const MISUSED = 2;
export type ExitCode = typeof DONE | typeof REFUSED | typeof MISUSED;

/** The command was not understood; what to say about it, in French. */
export class Misuse extends Error {
  override name = "Misuse";
}
