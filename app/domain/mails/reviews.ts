import { orderPage } from "../order/order";
import {
  composed,
  type Letterhead,
  type Mail,
  officeLink,
  rows,
  tokenLink,
  unsubscribeHeaders,
  words,
} from "./compose";

const STOP = "/avis/ne-plus-ecrire";

/** To an account holder, some days after the delivery; the only mail about this order's reviews. */
export function reviewInvitation(
  letterhead: Letterhead,
  { number, firstName, names, token }: { number: string; firstName: string; names: readonly string[]; token: string },
): Mail {
  return composed(
    letterhead,
    names.length === 1
      ? `Votre avis sur ${names[0]}`
      : `Que pensez-vous de ${names.length > 1 ? "vos paires" : "votre commande"}\u00a0?`,
    [
      words(`Bonjour ${firstName},`),
      words(
        `Vous avez reçu votre commande n°\u00a0${number}\u00a0: ${names.join(", ")}.`,
        "Votre avis, même d'une phrase, aide les autres à choisir. Cela prend une minute, et aucun compte n'est nécessaire.",
      ),
      tokenLink(letterhead, "Donner mon avis", `${orderPage(number)}/avis`, token),
      words("C'est le seul e-mail à ce sujet. Pour n'en plus recevoir après vos prochaines commandes\u00a0:"),
      tokenLink(letterhead, "Ne plus me demander d'avis", STOP, token),
    ],
    unsubscribeHeaders(letterhead, STOP, token),
  );
}

/** To the shop, which publishes or refuses it. */
export function reviewForShop(
  letterhead: Letterhead,
  review: { name: string; number: string; rating: number; text: string; author: string; wilaya: string },
): Mail {
  const { name, number, rating, text, author, wilaya } = review;
  return composed(letterhead, `Un avis à lire\u00a0: ${name}, ${rating} sur 5`, [
    words("Un avis attend d'être publié."),
    rows(
      ["Produit", name],
      ["Note", `${rating} sur 5`],
      ["De", [author, wilaya].filter(Boolean).join(", ")],
      ["Commande", number],
    ),
    ...(text ? [{ kind: "quote", words: text } as const] : []),
    officeLink(letterhead, "Publier ou refuser", "/gestion/avis", "Pour le lire\u00a0: npm run shop -- avis"),
  ]);
}
