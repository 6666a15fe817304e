import { whenPaid } from "../delivery/delivery";
import { openingAdvice } from "../delivery/parcel-opening";
import type { JournalFields } from "../office/journal";
import { accountOrderPage, type Order } from "../order/order";
import { lapsedWords } from "../order/order-bounds";
import { lineWords, nameOf } from "../order/order-texts";
import { formatDinars } from "../values/money";
import { callOrWrite, formatPhone } from "../values/phone";
import { composed, type Letterhead, type Mail, officeLink, rows, siteLink, words } from "./compose";

const CHANGES = "Tant qu'elle est en attente, vous pouvez l'annuler ou corriger l'adresse et le téléphone sur sa page.";

/** To an account holder who has ordered. */
export function orderReceived(letterhead: Letterhead, order: Order): Mail {
  const { number, lines, reward, fees, total, recipient, reserved } = order;
  return composed(letterhead, `Nous avons bien reçu votre commande n°\u00a0${number}`, [
    words(`Bonjour ${recipient.firstName},`),
    words(
      "Merci pour votre commande.",
      "Nous vous appelons dans les 24\u00a0h",
      reserved
        ? "pour la confirmer."
        : "avant de réserver vos paires\u00a0: jusque-là, elles ne sont pas mises de côté.",
    ),
    rows(
      ...lines.map(lineRow),
      ...(reward > 0 ? [["7ᵉ paire offerte", `−${formatDinars(reward)}`] as const] : []),
      ["Livraison", formatDinars(fees.totalFee)],
      [`À payer ${whenPaid(recipient.mode === "pickup")}, en espèces`, formatDinars(total)],
    ),
    ...(letterhead.opening ? [words(openingAdvice[letterhead.opening])] : []),
    siteLink(letterhead, "Voir ma commande", accountOrderPage(number)),
    // What is agreed is the order and these terms, of which loi 18-05 asks for a copy (article 19).
    siteLink(letterhead, "Conditions générales de vente", "/terms"),
    // Another shop's API, which has no cards, may change no orders.
    ...(letterhead.hasCard ? [words(CHANGES)] : []),
  ]);
}

export const lineRow = (line: Order["lines"][number]) =>
  [lineWords(line), formatDinars(line.quantity * line.price)] as const;

/** To an account holder whose order was not confirmed in time. */
export function orderLapsed(letterhead: Letterhead, { number, lines, recipient, lapsedDays = 0 }: Order): Mail {
  return composed(letterhead, `Votre commande n°\u00a0${number} est annulée`, [
    words(`Bonjour ${recipient.firstName},`),
    words(
      `Votre commande n°\u00a0${number} n'a pas pu être confirmée par téléphone. ${lapsedWords(lapsedDays)}.`,
      "Vous ne payez rien, et aucun colis ne part.",
    ),
    rows(...lines.map(lineRow)),
    words(`Vous voulez toujours vos articles\u00a0? Commandez de nouveau, ou ${callOrWrite(letterhead.phone)}.`),
    siteLink(letterhead, "Voir ma commande", accountOrderPage(number)),
  ]);
}

/** To the shop about the same order. */
export function orderLapsedForShop(
  letterhead: Letterhead,
  { number, lines, recipient, lapsedDays = 0, reserved }: Order,
): Mail {
  return composed(letterhead, `Commande n°\u00a0${number} annulée\u00a0: personne ne l'a confirmée`, [
    words(
      `${lapsedWords(lapsedDays)}.`,
      reserved ? "Ses paires sont de retour en rayon." : "Ses paires n'étaient pas réservées.",
    ),
    rows(["Client", nameOf(recipient)], ["Téléphone", formatPhone(recipient.phone)], ...lines.map(lineRow)),
    officeLink(
      letterhead,
      "Voir la commande",
      `/gestion/commandes/${encodeURIComponent(number)}`,
      `Pour la relire\u00a0: npm run shop -- commande ${number}`,
    ),
  ]);
}

/**
 * What the shop changed of an order before confirming it.
 * @param isForShop there is no account to write to
 */
export function orderEdited(
  letterhead: Letterhead,
  { number, recipient, total }: Order,
  { after }: { after: JournalFields },
  isForShop: boolean,
): Mail {
  return composed(
    letterhead,
    isForShop ? `Commande n°\u00a0${number} modifiée` : `Votre commande n°\u00a0${number} est modifiée`,
    [
      ...(isForShop ? [] : [words(`Bonjour ${recipient.firstName},`)]),
      words(isForShop ? "Ce qui a changé\u00a0:" : "Comme convenu avec vous, nous avons modifié votre commande\u00a0:"),
      rows(
        ...Object.entries(after).map(([name, value]) => [sentence(name), String(value || "rien")] as const),
        ...("total" in after
          ? []
          : [[`À payer ${whenPaid(recipient.mode === "pickup")}, en espèces`, formatDinars(total)] as const]),
      ),
      ...(isForShop
        ? []
        : [
            siteLink(letterhead, "Voir ma commande", accountOrderPage(number)),
            words(`Une erreur\u00a0? Dites-le-nous\u00a0: ${callOrWrite(letterhead.phone)}.`),
          ]),
    ],
  );
}

const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
