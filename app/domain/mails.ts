import { formatDinars } from "./money";
import { accountOrderPage, type Order } from "./order";
import { lapsedWords } from "./order-bounds";
import { callOrWrite, formatPhone } from "./phone";
import { variantWords } from "./size";

/**
 * What the shop writes by e-mail. A mail is written once, as blocks; its text and its HTML are two ways of setting the same
 * blocks, so that they cannot say different things.
 */

/** Who writes. */
export interface Letterhead {
  /** Scheme, host and port, without a slash at the end: links lead there. */
  siteUrl: string;
  /** Where the shop reads what is written to it. */
  inbox: string;
  /** What the shop says of itself; left out where it is not set. */
  email?: string | undefined;
  /** As `normalisePhone` gives it. */
  phone: string | undefined;
  address?: string | undefined;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

type Block =
  | { kind: "words"; words: string }
  /** What somebody else wrote, as they wrote it. */
  | { kind: "quote"; words: string }
  | { kind: "rows"; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "link"; label: string; href: string };

const words = (...sentences: string[]): Block => ({ kind: "words", words: sentences.join(" ") });

/** To the shop: what a visitor wrote. An answer goes to the visitor. */
export function messageForShop(
  letterhead: Letterhead,
  { name, email, subject, message }: { name: string; email: string; subject: string; message: string },
): Mail {
  return set(letterhead, {
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

/**
 * To who wrote: the message has arrived. It repeats nothing that was typed, since the address may be somebody else's, and the
 * shop must not carry a stranger's words to them.
 */
export function messageReceived(letterhead: Letterhead): Mail {
  return set(letterhead, {
    subject: "Nous avons bien reçu votre message",
    blocks: [
      words("Bonjour,"),
      words(
        "Votre message est bien arrivé.",
        "Nous vous répondons dans les 24\u00a0h, du dimanche au jeudi, de 9\u00a0h à 18\u00a0h (heure d'Alger).",
      ),
      ...(letterhead.phone ? [words(`Si c'est urgent, appelez-nous au ${formatPhone(letterhead.phone)}.`)] : []),
      words(
        "Si vous ne nous avez pas écrit, quelqu'un s'est trompé d'adresse\u00a0: vous n'avez rien à faire, et nous ne vous écrirons pas de nouveau sans raison.",
      ),
    ],
    headers: { "Auto-Submitted": "auto-replied" },
  });
}

/** To an address that somebody entered: only who reads its letters can confirm it. */
export function newsletterConfirmation(letterhead: Letterhead, token: string): Mail {
  return set(letterhead, {
    subject: "Confirmez votre inscription à notre newsletter",
    blocks: [
      words("Bonjour,"),
      words(
        "Cette adresse a été inscrite à la newsletter de Wahrane\u00a0: nos nouveautés et nos offres, de temps en temps.",
        "Il ne manque que votre accord\u00a0:",
      ),
      { kind: "link", label: "Confirmer mon inscription", href: newsletterLink(letterhead, "confirmation", token) },
      words(
        "Si vous n'avez rien demandé, ne faites rien\u00a0: vous ne recevrez pas notre newsletter, et votre adresse est effacée dans 30 jours.",
        "Pour l'effacer tout de suite\u00a0:",
      ),
      { kind: "link", label: "Me désinscrire", href: newsletterLink(letterhead, "desinscription", token) },
    ],
    headers: { ...unsubscribeHeaders(letterhead, token), "Auto-Submitted": "auto-generated" },
  });
}

const GENERATED = { "Auto-Submitted": "auto-generated" };

/** To the address of who registered: its reader confirms it, or ends the account. */
export function welcome(letterhead: Letterhead, token: string): Mail {
  return set(letterhead, {
    subject: "Bienvenue chez Wahrane\u00a0: confirmez votre adresse",
    blocks: [
      // Without the name that was typed: the address may be somebody else's.
      words("Bonjour,"),
      words("Un compte a été ouvert avec cette adresse. Si c'est le vôtre, confirmez-la\u00a0:"),
      tokenLink(letterhead, "Confirmer mon adresse", "/register/confirmation", token),
      words(
        "Avec votre compte, vous retrouvez vos commandes et votre liste de souhaits, et vos paires remplissent votre carte de fidélité\u00a0: 6 achetées, la 7ᵉ offerte.",
      ),
      words("Si vous n'avez pas ouvert ce compte, vous pouvez le supprimer\u00a0:"),
      tokenLink(letterhead, "Ce n'est pas moi", "/register/pas-moi", token),
      words(
        "Ces liens sont valables 7 jours. Tant que l'adresse n'est pas confirmée, nous n'y écrivons que pour ce lien, pour les commandes de ce compte et pour un mot de passe oublié.",
      ),
    ],
    headers: GENERATED,
  });
}

/** To who has an account already, when another account asks for its address. */
export function accountExists(letterhead: Letterhead): Mail {
  return set(letterhead, {
    subject: "Vous avez déjà un compte chez Wahrane",
    blocks: [
      words("Bonjour,"),
      words(
        "Quelqu'un, sans doute vous, vient de demander cette adresse pour un autre compte. Elle en a déjà un\u00a0:",
      ),
      { kind: "link", label: "Se connecter", href: `${letterhead.siteUrl}/login` },
      words("Mot de passe oublié\u00a0? Choisissez-en un nouveau\u00a0:"),
      { kind: "link", label: "Nouveau mot de passe", href: `${letterhead.siteUrl}/forgot-password` },
      words("Si ce n'était pas vous, vous n'avez rien à faire\u00a0: rien n'a changé."),
    ],
    headers: GENERATED,
  });
}

/** To who forgot a password. */
export function passwordReset(letterhead: Letterhead, token: string): Mail {
  return set(letterhead, {
    subject: "Choisissez un nouveau mot de passe",
    blocks: [
      words("Bonjour,"),
      words("Avec ce lien, vous choisissez un nouveau mot de passe. Il sert une fois, pendant 30 minutes."),
      tokenLink(letterhead, "Choisir un nouveau mot de passe", "/reset-password", token),
      words("Si vous n'avez rien demandé, ne faites rien\u00a0: votre mot de passe reste le même."),
    ],
    headers: GENERATED,
  });
}

/** What an account's owner has to know even if it was somebody else. */
export function passwordWasChanged(letterhead: Letterhead): Mail {
  return set(letterhead, {
    subject: "Votre mot de passe a été changé",
    blocks: [
      words("Bonjour,"),
      words("Le mot de passe de votre compte vient d'être changé. Les autres appareils ont été déconnectés."),
      words("Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe, puis contactez-nous."),
      { kind: "link", label: "Nouveau mot de passe", href: `${letterhead.siteUrl}/forgot-password` },
    ],
    headers: GENERATED,
  });
}

/** To the new address of an account. */
export function emailConfirmation(letterhead: Letterhead, token: string): Mail {
  return set(letterhead, {
    subject: "Confirmez votre nouvelle adresse e-mail",
    blocks: [
      words("Bonjour,"),
      words("Un compte chez Wahrane demande à utiliser cette adresse."),
      tokenLink(letterhead, "Confirmer cette adresse", "/email-confirmation", token),
      words("Le lien est valable 24 heures. Si vous n'avez rien demandé, ne faites rien."),
    ],
    headers: GENERATED,
  });
}

/** To the address that an account had before. */
export function emailWasChanged(letterhead: Letterhead): Mail {
  return set(letterhead, {
    subject: "L'adresse e-mail de votre compte a été changée",
    blocks: [
      words("Bonjour,"),
      words(
        "Votre compte chez Wahrane utilise désormais une autre adresse e-mail\u00a0; nous n'écrirons plus à celle-ci.",
      ),
      words(`Si ce n'était pas vous, ${callOrWrite(letterhead.phone)} tout de suite.`),
    ],
    headers: GENERATED,
  });
}

/** To an account holder who has ordered. */
export function orderReceived(letterhead: Letterhead, order: Order): Mail {
  const { number, lines, reward, fees, total, recipient, reserved } = order;
  return set(letterhead, {
    subject: `Nous avons bien reçu votre commande n° ${number}`,
    blocks: [
      words(`Bonjour ${recipient.firstName},`),
      words(
        "Merci pour votre commande.",
        reserved
          ? "Nous vous appelons dans les 24\u00a0h pour la confirmer."
          : "Nous vous appelons dans les 24\u00a0h avant de réserver vos paires\u00a0: jusque-là, elles ne sont pas mises de côté.",
      ),
      {
        kind: "rows",
        rows: [
          ...lines.map(lineRow),
          ...(reward > 0 ? [["7ᵉ paire offerte", `−${formatDinars(reward)}`] as const] : []),
          ["Livraison", formatDinars(fees.totalFee)],
          ["À payer à la livraison, en espèces", formatDinars(total)],
        ],
      },
      { kind: "link", label: "Voir ma commande", href: `${letterhead.siteUrl}${accountOrderPage(number)}` },
      words("Tant qu'elle est en attente, vous pouvez l'annuler ou corriger l'adresse et le téléphone sur sa page."),
    ],
    headers: GENERATED,
  });
}

const lineRow = (line: Order["lines"][number]) =>
  [`${line.quantity} × ${line.name}, ${variantWords(line)}`, formatDinars(line.quantity * line.price)] as const;

/** To an account holder whose order was not confirmed in time. */
export function orderLapsed(letterhead: Letterhead, { number, lines, recipient, lapsedDays = 0 }: Order): Mail {
  return set(letterhead, {
    subject: `Votre commande n° ${number} est annulée`,
    blocks: [
      words(`Bonjour ${recipient.firstName},`),
      words(
        `Votre commande n° ${number} n'a pas pu être confirmée par téléphone. ${lapsedWords(lapsedDays)}.`,
        "Vous ne payez rien, et aucun colis ne part.",
      ),
      { kind: "rows", rows: lines.map(lineRow) },
      words(`Vous voulez toujours vos articles\u00a0? Commandez de nouveau, ou ${callOrWrite(letterhead.phone)}.`),
      { kind: "link", label: "Voir ma commande", href: `${letterhead.siteUrl}${accountOrderPage(number)}` },
    ],
    headers: GENERATED,
  });
}

/** To the shop, about the same. */
export function orderLapsedForShop(
  letterhead: Letterhead,
  { number, lines, recipient, lapsedDays = 0, reserved }: Order,
): Mail {
  return set(letterhead, {
    subject: `Commande n° ${number} annulée\u00a0: personne ne l'a confirmée`,
    blocks: [
      words(
        `${lapsedWords(lapsedDays)}.`,
        reserved ? "Ses paires sont de retour en rayon." : "Ses paires n'étaient pas réservées.",
      ),
      {
        kind: "rows",
        rows: [
          ["Client", `${recipient.firstName} ${recipient.lastName}`.trim()],
          ["Téléphone", formatPhone(recipient.phone)],
          ...lines.map(lineRow),
        ],
      },
      words(`Pour la relire\u00a0: npm run shop -- commande ${number}`),
    ],
    headers: GENERATED,
  });
}

const tokenLink = ({ siteUrl }: Letterhead, label: string, path: string, token: string): Block => ({
  kind: "link",
  label,
  href: `${siteUrl}${path}?jeton=${encodeURIComponent(token)}`,
});

/** The random token is all that such an address holds. */
function newsletterLink({ siteUrl }: Letterhead, page: "confirmation" | "desinscription", token: string): string {
  return `${siteUrl}/newsletter/${page}?jeton=${encodeURIComponent(token)}`;
}

/** The mail program's own button (RFC 8058): it posts to this address, without a page or a cookie. */
function unsubscribeHeaders(letterhead: Letterhead, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${newsletterLink(letterhead, "desinscription", token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

const SUBJECT_LENGTH = 150;

function set(
  letterhead: Letterhead,
  { subject, blocks, headers }: { subject: string; blocks: readonly Block[]; headers: Record<string, string> },
): Mail {
  const line = oneLine(subject);
  return {
    subject: line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).toWellFormed()}…` : line,
    text: setText(letterhead, blocks),
    html: setHtml(letterhead, line, blocks),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
  };
}

/** A header ends where its line ends: nothing that was typed can begin another one. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** In every mail, last: what the shop has told of itself. */
const signature = ({ siteUrl, email, phone, address }: Letterhead): readonly string[] =>
  [
    "Wahrane, chaussures à Oran",
    [phone && formatPhone(phone), email].filter(Boolean).join(" · "),
    address ?? "",
    siteUrl,
  ].filter((line) => line !== "");

function setText(letterhead: Letterhead, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === "words") return block.words;
    if (block.kind === "link") return `${block.label}\n${block.href}`;
    if (block.kind === "rows") return block.rows.map(([label, value]) => `${label}\u00a0: ${value}`).join("\n");
    return block.words
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n");
  });
  // "-- " begins a signature in every mail program.
  return `${[...parts, ["-- ", ...signature(letterhead)].join("\n")].join("\n\n")}\n`;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** One column, legible without a style sheet, dark where the mail program is dark. */
function setHtml(letterhead: Letterhead, title: string, blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === "words") return `<p>${escaped(block.words)}</p>`;
    if (block.kind === "link")
      return `<p><a href="${escaped(block.href)}" style="display:inline-block;padding:12px 20px;border:1px solid;border-radius:2px;color:inherit">${escaped(block.label)}</a></p>`;
    if (block.kind === "rows")
      return `<p>${block.rows.map(([label, value]) => `<b>${escaped(label)}</b>\u00a0: ${escaped(value)}`).join("<br>\n")}</p>`;
    return `<blockquote style="margin:16px 0;padding:0 0 0 16px;border-left:3px solid #a4472a;white-space:pre-wrap">${escaped(block.words)}</blockquote>`;
  });
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font:24px/1.2 Georgia,serif">Wahrane</p>
${parts.join("\n")}
<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid;font-size:14px">${signature(letterhead).map(escaped).join("<br>\n")}</p>
</div>
</body>
</html>
`;
}
