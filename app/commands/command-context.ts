import type { Point } from "~/domain/content/readiness";
import type { NewsletterOffice, OfficeService, StockAlertOffice } from "~/shop/services/office";
import type { UnsettledOffice } from "~/shop/services/unsettled-office";
import type { OperatedShop } from "~/shop/shop";

/** The means of a command; tests have their own. */
export interface CommandContext {
  /** Opens the shop at the first call; help needs none. */
  shop: () => Promise<OperatedShop>;
  /** The same for stock alerts and newsletter alone, which a shop on another's API has as well. */
  alerts: () => Promise<StockAlertOffice & NewsletterOffice>;
  /** Erases persons of orders: on another shop's API of the copies here, and of those alone. */
  people: () => Promise<{ office: Pick<OfficeService, "forgetPerson" | "orderPage">; isCopy: boolean }>;
  /** Orders on another shop's API to be settled; undefined in a shop that takes its own. */
  unsettled: () => Promise<UnsettledOffice | undefined>;
  /** The folder that names of files are relative to. */
  folder: string;
  /** The folder of the image store. */
  dataDir: string;
  now: () => Date;
  /** The folder in which mails are files; undefined where they are sent. */
  outbox: string | undefined;
  /** Where the back office is, without a slash at the end. */
  officeUrl: string;
  /** What the shop has and lacks. */
  readiness: () => Promise<Point[]>;
  say: (text: string) => void;
  /** The same on the standard error. */
  complain: (text: string) => void;
  /** On a terminal: how far a long command is, in place of what this said before. */
  progress?: ((text: string) => void) | undefined;
}

/** Exit codes, for scripts that call a command. */
export const DONE = 0;
export const REFUSED = 1;
export const MISUSED = 2;
export type ExitCode = typeof DONE | typeof REFUSED | typeof MISUSED;

export function done({ say }: Pick<CommandContext, "say">, text: string): ExitCode {
  say(text);
  return DONE;
}

export function refused({ complain }: Pick<CommandContext, "complain">, text: string): ExitCode {
  complain(text);
  return REFUSED;
}

/** One after the other; goes on behind one that is refused. */
export async function inTurn<Item>(items: readonly Item[], act: (item: Item) => Promise<ExitCode>): Promise<ExitCode> {
  let ending: ExitCode = DONE;
  for (const item of items) if ((await act(item)) !== DONE) ending = REFUSED;
  return ending;
}

/** Orders and catalogue are another shop's (SHOP_API_URL). */
export class Elsewhere extends Error {
  override name = "Elsewhere";
  override message =
    "Les commandes et le catalogue sont gérés par la boutique indiquée dans SHOP_API_URL\u00a0: faites-le là-bas.";
}

/** The command was misspelt; the message is in French. */
export class Misuse extends Error {
  override name = "Misuse";
}
