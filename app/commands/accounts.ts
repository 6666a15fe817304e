import type { Account } from "~/domain/account/account";
import { stampsText } from "~/domain/account/loyalty";
import { formatFigures } from "~/domain/values/dates";
import { normaliseEmail } from "~/domain/values/email";
import { formatPhone } from "~/domain/values/phone";
import type { OperatedShop } from "~/shop/shop";
import { type CommandContext, DONE, done, type ExitCode, Misuse, refused } from "./command-context";
import { printableLine, rowsText, wrapped } from "./terminal-text";

interface AccountChange {
  deconnecter?: boolean | undefined;
  adresse?: string | undefined;
  supprimer?: boolean | undefined;
}

/** Said on another shop's API, where the orders of these accounts are not this shop's. */
export const NO_ACCOUNTS =
  "La boutique vend par celle de SHOP_API_URL\u00a0: les comptes de ses clients ne se règlent pas par cette instruction.";

/** Shows an account, or does one thing with it for who called to ask for that. */
export async function shopperAccount(context: CommandContext, typed: string, change: AccountChange): Promise<ExitCode> {
  if (Object.values(change).filter((given) => given !== undefined).length > 1)
    throw new Misuse("Une seule option à la fois.");
  const [email, address] = [emailIn(typed), change.adresse === undefined ? undefined : emailIn(change.adresse)];
  const shop = await context.shop();
  const account = await shop.office.accountAt(email);
  if (!account) return refused(context, `Aucun compte avec ${email}.`);
  if (address !== undefined) return giveBack(context, shop, account, address);
  if (change.supprimer) {
    await shop.accounts.close(account.id);
    return done(context, `${email}\u00a0: compte supprimé. Ses commandes restent, sans le client.`);
  }
  if (!change.deconnecter) return show(context, shop, account);
  // No token is kept.
  await shop.access.endOtherSessions(account.id, "");
  return done(context, `${email}\u00a0: toutes ses sessions sont fermées. Le mot de passe reste le même.`);
}

export function emailIn(typed: string): string {
  const email = normaliseEmail(typed);
  if (email === undefined) throw new Misuse(`Adresse e-mail invalide\u00a0: ${printableLine(typed)}.`);
  return email;
}

async function giveBack(context: CommandContext, { office }: OperatedShop, account: Account, email: string) {
  const { say, outbox } = context;
  const outcome = await office.returnAccount(account.id, email);
  if (outcome === "mailed") {
    const where = outbox ? `reste dans ${outbox} (SMTP_URL manque)\u00a0: envoyez-le.` : "y part.";
    say(wrapped(`${email}\u00a0: un lien pour un nouveau mot de passe ${where} Il sert une fois, pendant 30 minutes.`));
    say("L'ancien mot de passe ne sert plus, et toutes les sessions sont fermées.");
    if (email !== account.email || !account.isConfirmed)
      say(wrapped("Le nouveau mot de passe vide le compte\u00a0; ses commandes s'y ajoutent par leur numéro."));
    return DONE;
  }
  if (outcome === "taken") return refused(context, `${email} a déjà un autre compte.`);
  if (outcome === "limited")
    return refused(context, `Un lien vient de partir à ${email}\u00a0: réessayez dans dix minutes.`);
  return refused(context, "Ce compte vient d'être supprimé.");
}

async function show(context: CommandContext, { access, orders }: OperatedShop, account: Account): Promise<ExitCode> {
  const { id, email, isConfirmed, createdAt, firstName, lastName, phone, address } = account;
  const own = await orders.ofAccount(id, { page: 1, size: 20 });
  const card = await orders.loyaltyCard(id);
  const rows: [string, string][] = [
    ["E-mail", `${email} (${isConfirmed ? "confirmé" : "à confirmer"})`],
    ["Ouvert", formatFigures(createdAt)],
    ["Client", `${lastName} ${firstName}`.trim()],
    ["Téléphone", phone && formatPhone(phone)],
    ["Adresse", address],
    [
      "Commandes",
      [own.total, own.orders.map(({ number }) => number).join(", ")].filter(Boolean).join("\u00a0: ") || "0",
    ],
    ["Fidélité", card ? stampsText(card) : ""],
    ...(await access.sessions(id, "")).map(({ device, since }, index): [string, string] => [
      index === 0 ? "Sessions" : "",
      `${device}, depuis le ${formatFigures(since)}`,
    ]),
  ];
  return done(context, rowsText(rows));
}
