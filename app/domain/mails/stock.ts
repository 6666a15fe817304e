import type { Color } from "../catalogue/catalogue";
import { type Sized, variantWords } from "../catalogue/size";
import { formatPhone } from "../values/phone";
import { counted } from "../values/plural";
import {
  composed,
  type Letterhead,
  type Mail,
  officeLink,
  rows,
  siteLink,
  tokenLink,
  unsubscribeHeaders,
  words,
} from "./compose";

interface Item extends Sized {
  name: string;
  color: Color;
}

interface ItemOnSale extends Item {
  slug: string;
}

const itemWords = (item: Item) => `${item.name}, ${variantWords(item)}`;

const productLink = (letterhead: Letterhead, { slug, color, size }: ItemOnSale) => {
  const choice = new URLSearchParams({ couleur: color.slug, pointure: String(size) });
  return siteLink(letterhead, "Voir le produit", `/product/${slug}?${choice}`);
};

const FORGET = "/prevenez-moi/oublier";

/** To somebody who waited for it; the only mail of this request. */
export function stockBack(letterhead: Letterhead, item: ItemOnSale, token: string): Mail {
  return composed(
    letterhead,
    `De nouveau en stock\u00a0: ${itemWords(item)}`,
    [
      words("Bonjour,"),
      words(
        `Vous nous avez demandé de vous prévenir du retour de ce modèle\u00a0: ${itemWords(item)}.`,
        "Il est de nouveau en stock.",
        "Il n'est pas mis de côté, et plusieurs personnes ont pu le demander.",
      ),
      productLink(letterhead, item),
      words(
        "C'est le seul e-mail pour cette demande, que nous avons effacée.",
        "Si vous n'avez rien demandé, ou pour effacer vos autres demandes et ne plus rien recevoir pendant 30 jours\u00a0:",
      ),
      tokenLink(letterhead, "Ne plus me prévenir", FORGET, token),
    ],
    unsubscribeHeaders(letterhead, FORGET, token),
  );
}

/** To the shop, about those who left a phone. */
export function stockBackByPhone(letterhead: Letterhead, item: ItemOnSale, phones: readonly string[]): Mail {
  return composed(letterhead, `À appeler (${phones.length})\u00a0: ${itemWords(item)} est de nouveau en stock`, [
    words(`${itemWords(item)} est de nouveau en stock. Ces personnes l'attendent, la première d'abord\u00a0:`),
    rows(...phones.map((phone, index) => [`Téléphone ${index + 1}`, formatPhone(phone)] as const)),
    productLink(letterhead, item),
    officeLink(
      letterhead,
      "Noter qui a été appelé",
      "/gestion/attentes",
      "Après chaque appel\u00a0: npm run shop -- alertes --appele NUMÉRO",
    ),
  ]);
}

const MOST_ROWS = 50;

/** To the shop, once a day. @param items those most waited for first */
export function stockAwaited(
  letterhead: Letterhead,
  items: readonly (Item & { byEmail: number; byPhone: number })[],
): Mail {
  const count = items.reduce((sum, { byEmail, byPhone }) => sum + byEmail + byPhone, 0);
  const more = items.length - MOST_ROWS;
  const rest = `Et ${counted(more, "autre")}`;
  return composed(letterhead, `Vos clients attendent (${count})\u00a0: ${items[0] ? itemWords(items[0]) : ""}`, [
    words("Voici les articles en rupture de stock que des clients attendent, et combien attendent chacun\u00a0:"),
    rows(...items.slice(0, MOST_ROWS).map((item) => [itemWords(item), countWords(item)] as const)),
    ...(more > 0 ? [officeLink(letterhead, rest, "/gestion/attentes", `${rest}\u00a0: npm run shop -- alertes`)] : []),
    words("Ils sont prévenus dès que le stock revient\u00a0: par e-mail, ou par votre appel."),
  ]);
}

/** "3, dont 1 par téléphone" */
const countWords = ({ byEmail, byPhone }: { byEmail: number; byPhone: number }) =>
  [String(byEmail + byPhone), byPhone > 0 ? `dont ${byPhone} par téléphone` : ""].filter(Boolean).join(", ");
