import { ofName } from "../values/of-name";
import { formatPhone } from "../values/phone";
import { composed, type Letterhead, type Mail, rows, words } from "./compose";

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** To the shop; replies go to the visitor who wrote. */
export function messageForShop(letterhead: Letterhead, { name, email, subject, message }: ContactMessage): Mail {
  return composed(
    letterhead,
    `Message ${ofName(name)}\u00a0: ${subject}`,
    [
      words("Un message est arrivé par la page Contact. Pour répondre, répondez à cet e-mail."),
      rows(["Nom", name], ["E-mail", email], ["Sujet", subject]),
      { kind: "quote", words: message },
    ],
    { "Reply-To": email },
  );
}

/** Those of the phone. */
const HOURS = ", de 9\u00a0h à 18\u00a0h (heure d'Alger)";

/** To the visitor; it repeats nothing typed, since the address may belong to another person. */
export function messageReceived(letterhead: Letterhead): Mail {
  return composed(
    letterhead,
    "Nous avons bien reçu votre message",
    [
      words("Bonjour,"),
      words(
        "Votre message est bien arrivé.",
        `Nous vous répondons dans les 24\u00a0h, du dimanche au jeudi${letterhead.phone ? HOURS : ""}.`,
      ),
      ...(letterhead.phone ? [words(`Si c'est urgent, appelez-nous au ${formatPhone(letterhead.phone)}.`)] : []),
      words(
        "Si vous ne nous avez pas écrit, quelqu'un s'est trompé d'adresse\u00a0: vous n'avez rien à faire,",
        "et nous ne vous écrirons pas de nouveau sans raison.",
      ),
    ],
    { "Auto-Submitted": "auto-replied" },
  );
}
