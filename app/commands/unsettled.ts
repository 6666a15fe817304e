import { lineWords } from "~/domain/order/order-texts";
import { formatFigures } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import type { UnsettledOffice } from "~/shop/services/unsettled-office";
import { type CommandContext, done, type ExitCode, REFUSED, refused } from "./command-context";
import { printableLine, wrapped } from "./terminal-text";

/** Prints the orders of which the API has said nothing, with what to do about them. */
export async function listUnsettled(context: CommandContext): Promise<ExitCode> {
  const office = await officeOf(context);
  if (!office) return REFUSED;
  const waiting = await office.waiting();
  if (waiting.length === 0) return done(context, "Aucune commande à vérifier.");
  for (const { reference, order } of waiting) {
    const { recipient, lines, total, createdAt } = order;
    const who = `${recipient.lastName} ${recipient.firstName}, ${formatPhone(recipient.phone)}`;
    context.say(printableLine(`${reference}  ${formatFigures(createdAt)}  ${formatDinars(total)}  ${who}`));
    for (const line of lines) context.say(wrapped(`    ${printableLine(lineWords(line))}`, 6));
  }
  context.say(
    wrapped("\nCherchez chacune chez la boutique qui prend les commandes\u00a0: par téléphone, total, heure."),
  );
  context.say("Prise\u00a0: npm run shop -- a-verifier --prise RÉFÉRENCE --numero NUMÉRO [--id ID]");
  return done(context, "Pas prise\u00a0: npm run shop -- a-verifier --libre RÉFÉRENCE");
}

/** @param names of the API; its number is the identifier where it has no other */
export async function settleAsTaken(
  context: CommandContext,
  reference: string,
  names: { number: string; id: string },
): Promise<ExitCode> {
  const office = await officeOf(context);
  if (!office) return REFUSED;
  const outcome = await office.take(reference, names);
  if (outcome === "unknown") return unknown(context, reference);
  const number = printableLine(names.number);
  if (outcome === "number-used") return refused(context, `Une autre commande porte déjà le numéro ${number}.`);
  return done(
    context,
    `${printableLine(reference)}\u00a0: prise, sous le n°\u00a0${number}. Sa page le dit au client.`,
  );
}

export async function settleAsFree(context: CommandContext, reference: string): Promise<ExitCode> {
  const office = await officeOf(context);
  if (!office) return REFUSED;
  if ((await office.free(reference)) === "unknown") return unknown(context, reference);
  return done(
    context,
    `${printableLine(reference)}\u00a0: pas prise. Sa page dit au client qu'il peut commander de nouveau.`,
  );
}

async function officeOf({ unsettled, complain }: CommandContext): Promise<UnsettledOffice | undefined> {
  const office = await unsettled();
  if (!office) complain("Rien à vérifier\u00a0: cette boutique prend ses commandes elle-même (SHOP_API_URL).");
  return office;
}

const unknown = (context: CommandContext, reference: string): ExitCode =>
  refused(context, `Aucune commande à vérifier sous la référence ${printableLine(reference)}.`);
