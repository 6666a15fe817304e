import { formatPhone } from "../phone";
import { composed, type Letterhead, type Mail, words } from "./compose";

/** To the shop; replies go to the visitor who wrote. */
export function messageForShop(
  letterhead: Letterhead,
  { name, email, subject, message }: { name: string; email: string; subject: string; message: string },
): Mail {
  return composed(letterhead, {
    subject: `Message de ${name}\u00a0: ${subject}`,
    blocks: [
      words("Un message est arrivé par la page Contact. Pour répondre, répondez à cet e-mail."),
      {
        kind: "rows",
        rows: [
          ["Nom", name],
          ["E-mail", email],
          ["Sujet", subject],
        ],
      },
      { kind: "quote", words: message },
    ],
    headers: { "Reply-To": email, "Auto-Submitted": "auto-generated" },
  });
}

/** To the visitor; it repeats nothing typed, since the address may belong to another person. */
export function messageReceived(letterhead: Letterhead): Mail {
  return composed(letterhead, {
    subject: "Nous avons bien reçu votre message",
    blocks: [
      words("Bonjour,"),
      words(
        "Votre message est bien arrivé.",
        "Nous vous répondons dans les 24\u00a0h, du dimanche au jeudi, de 9\u00a0h à 18\u00a0h (heure d'Alger).",
      ),
      ...(letterhead.phone ? [words(`Si c'est urgent, appelez-nous au ${formatPhone(letterhead.phone)}.`)] : []),
      words(
        "Si vous ne nous avez pas écrit, quelqu'un s'est trompé d'adresse\u00a0: vous n'avez rien à faire,",
        "et nous ne vous écrirons pas de nouveau sans raison.",
      ),
    ],
    headers: { "Auto-Submitted": "auto-replied" },
  });
}

/** To an address that somebody entered; only its reader can confirm it. */
export function newsletterConfirmation(letterhead: Letterhead, token: string): Mail {
  return composed(letterhead, {
    subject: "Confirmez votre inscription à notre newsletter",
    blocks: [
      words("Bonjour,"),
      words(
        "Cette adresse a été inscrite à la newsletter de Wahrane\u00a0:",
        "nos nouveautés et nos offres, de temps en temps.",
        "Il ne manque que votre accord\u00a0:",
      ),
      { kind: "link", label: "Confirmer mon inscription", href: newsletterLink(letterhead, "confirmation", token) },
      words(
        "Si vous n'avez rien demandé, ne faites rien\u00a0: vous ne recevrez pas notre newsletter,",
        "et votre adresse est effacée dans 30 jours.",
        "Pour l'effacer tout de suite\u00a0:",
      ),
      { kind: "link", label: "Me désinscrire", href: newsletterLink(letterhead, "desinscription", token) },
    ],
    headers: { ...unsubscribeHeaders(letterhead, token), "Auto-Submitted": "auto-generated" },
  });
}

/** The address holds nothing but a random token. */
function newsletterLink({ siteUrl }: Letterhead, page: "confirmation" | "desinscription", token: string): string {
  return `${siteUrl}/newsletter/${page}?jeton=${encodeURIComponent(token)}`;
}

/** The mail program's own button (RFC 8058) posts to this address, without page or cookie. */
function unsubscribeHeaders(letterhead: Letterhead, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${newsletterLink(letterhead, "desinscription", token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
