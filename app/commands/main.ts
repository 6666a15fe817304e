import { join } from "node:path";
import { readinessOf } from "~/readiness.server";
import { settings } from "~/settings.server";
import { whyOf } from "~/shop/shop";
import { openForCommands } from "~/shop/shop.server";
import { Elsewhere, REFUSED } from "./command-context";
import { run } from "./run";
import { printable } from "./terminal-text";

/** The command itself: built into build/operator/main.js, started by tools/shop.mjs. */

/** Back to the beginning of the line, and what stood there is gone. */
const progress = process.stderr.isTTY
  ? (text: string) => void process.stderr.write(`\r\u001b[K${printable(text)}`)
  : undefined;
const say = (text: string) => {
  progress?.("");
  process.stdout.write(`${printable(text)}\n`);
};
const complain = (text: string) => process.stderr.write(`${printable(text)}\n`);

// `shop … | head` reads the first lines only.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));

const sayUnavailable = (error: unknown) => complain(`La boutique ne répond pas\u00a0: ${whyOf(error)}`);

let opened: Awaited<ReturnType<typeof openForCommands>> | undefined;
const open = async () => {
  opened ??= await openForCommands();
  return opened;
};
try {
  const shop = async () => {
    if (settings.apiUrl !== undefined) throw new Elsewhere();
    return (await open()).shop;
  };
  /** The other points are said while the database does not answer, too. */
  const demoOnSale = async () => {
    try {
      return await (await shop()).office.demoOnSale();
    } catch (error) {
      sayUnavailable(error);
      return undefined;
    }
  };
  process.exitCode = await run(process.argv.slice(2), {
    shop,
    alerts: async () => (await open()).shop.office,
    people: async () => ({ office: (await open()).shop.office, isCopy: settings.apiUrl !== undefined }),
    // A shop that takes its orders itself knows what became of each.
    unsettled: async () => (settings.apiUrl === undefined ? undefined : (await open()).unsettled),
    folder: process.env.OPERATOR_FOLDER ?? process.cwd(),
    dataDir: settings.dataDir,
    outbox: settings.mail.smtpUrl === undefined ? join(settings.dataDir, "outbox") : undefined,
    now: () => new Date(),
    officeUrl: settings.officeUrl ?? settings.siteUrl,
    readiness: async () => readinessOf(settings, settings.apiUrl ? 0 : await demoOnSale()),
    say,
    complain,
    progress,
  });
} catch (error) {
  sayUnavailable(error);
  process.exitCode = REFUSED;
} finally {
  await opened?.shop.close();
}
