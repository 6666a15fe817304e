import { variantWords } from "~/domain/catalogue/size";
import { csvLine, csvTitles } from "~/domain/office/orders-csv";
import { normaliseEmail } from "~/domain/values/email";
import { formatPhone, normalisePhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import type { AwaitedVariant } from "~/shop/services/office";
import { type CommandContext, DONE, done, type ExitCode, Misuse, refused } from "./command-context";
import { exportList } from "./export-list";
import { printableLine, wrapped } from "./terminal-text";

/** Prints what is waited for, by variant, and whom to call because it is back. */
export async function listAlerts(context: CommandContext): Promise<ExitCode> {
  const items = await (await context.alerts()).awaitedVariants();
  if (items.length === 0) return done(context, "Personne n'attend de retour en stock.");
  for (const name of new Set(items.map((item) => item.name))) {
    const ofProduct = items.filter((item) => item.name === name);
    const count = ofProduct.reduce((sum, { byEmail, byPhone }) => sum + byEmail + byPhone, 0);
    context.say(printableLine(`${name}\u00a0: ${count}`));
    for (const item of ofProduct) context.say(wrapped(`  ${printableLine(itemLine(item))}`, 4));
  }
  const toCall = items.filter((item) => item.toCall.length > 0);
  if (toCall.length === 0) return DONE;
  context.say("\nÀ appeler, c'est de nouveau en stock\u00a0:");
  for (const item of toCall) {
    const phones = item.toCall.map(formatPhone).join(", ");
    const name = printableLine(`${item.name}, ${variantWords(item)}`);
    context.say(wrapped(`  ${name} (${item.stock})\u00a0: ${phones}`, 4));
  }
  return done(context, "\nAprès un appel\u00a0: npm run shop -- alertes --appele NUMÉRO");
}

function itemLine({ sku, byEmail, byPhone, ...variant }: AwaitedVariant): string {
  const counts = [byEmail > 0 ? `${byEmail} par e-mail` : "", byPhone > 0 ? `${byPhone} par téléphone` : ""];
  return `${variantWords(variant)} (${sku})\u00a0: ${counts.filter(Boolean).join(", ")}`;
}

/** Deletes what was served by a call. */
export async function markCalled(context: CommandContext, typed: string): Promise<ExitCode> {
  const phone = normalisePhone(typed);
  if (phone === undefined) throw new Misuse("--appele attend un téléphone, comme --appele 0550123456");
  const count = await (await context.alerts()).markCalled(phone);
  return count === 0
    ? refused(context, `${formatPhone(phone)} n'attend rien de ce qui est en stock.`)
    : done(context, `${counted(count, "demande effacée", "demandes effacées")}.`);
}

/** Deletes what is kept of somebody who asks for that, but for orders and account. */
export async function forgetContact(context: CommandContext, typed: string): Promise<ExitCode> {
  const contact = normaliseEmail(typed) ?? normalisePhone(typed);
  if (contact === undefined) throw new Misuse("--oublier attend un e-mail ou un téléphone.");
  const count = await (await context.alerts()).forgetContact(contact);
  return count === 0
    ? refused(context, `Ni demande, ni message, ni inscription de ${printableLine(typed)}.`)
    : done(context, "Ses demandes, ses messages et son inscription à la newsletter sont effacés.");
}

/** The confirmed addresses, as a list for a program that sends letters. */
export async function listSubscribers(context: CommandContext, file: string | undefined): Promise<ExitCode> {
  const subscribers = await (await context.alerts()).subscribers();
  if (subscribers.length === 0) return done(context, "Personne n'a confirmé son inscription à la newsletter.");
  const rows = subscribers.map(({ email, leaving }) => csvLine([email, leaving]));
  return exportList(context, file, async () => ({
    text: csvTitles(["E-mail", "Désinscription"]) + rows.join(""),
    what: counted(rows.length, "adresse"),
  }));
}
