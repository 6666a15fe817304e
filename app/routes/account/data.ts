import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ReviewedLine } from "~/domain/catalogue/review";
import type { Sized } from "~/domain/catalogue/size";
import { type Order, type Recipient, statusLabels } from "~/domain/order/order";
import { formatPhone } from "~/domain/values/phone";
import { requireAccount, sessionOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

const pairData = ({ name, color, size, sizeLabel }: Sized & { name: string; color: { name: string } }) => ({
  nom: name,
  couleur: color.name,
  ...(sizeLabel === undefined ? { pointure: size } : { taille: sizeLabel }),
});

const personData = ({ firstName, lastName, phone, address, notes }: Recipient) => ({
  prenom: firstName,
  nom: lastName,
  telephone: formatPhone(phone),
  adresse: address,
  remarque: notes,
});

const orderData = (order: Order) => ({
  numero: order.number,
  date: order.createdAt,
  statut: statusLabels[order.status],
  destinataire: {
    ...personData(order.recipient),
    wilaya: order.recipient.wilayaName,
    commune: order.recipient.communeName,
    pointRelais: order.recipient.pickupPointName,
  },
  articles: order.lines.map((line) => ({ ...pairData(line), quantite: line.quantity, prix: line.price })),
  sousTotal: order.subtotal,
  paireOfferte: order.reward,
  livraison: order.fees.totalFee,
  total: order.total,
  provenance: order.provenance,
});

/** A file with all data that the shop keeps of an account, for its owner (loi 18-07). */
export async function loader({ request }: LoaderFunctionArgs) {
  const account = await requireAccount(request, "/account/security");
  const { access, carts, orders, reviews, stockAlerts, wishlist } = await getShop();
  const { total } = await orders.ofAccount(account.id, { page: 1, size: 1 });
  const unsettled = await orders.unsettledOf(account.id);
  const [{ orders: own }, cart, draft, wishes, sessions, card, alerts] = await Promise.all([
    orders.ofAccount(account.id, { page: 1, size: Math.max(1, total) }),
    carts.read(account.id),
    carts.draft(account.id),
    wishlist.kept(account.id),
    access.sessions(account.id, (await sessionOf(request)) ?? ""),
    orders.loyaltyCard(account.id),
    // Until its address is confirmed, the account may not read requests of the address's owner.
    account.isConfirmed ? stockAlerts.ofEmail(account.email) : [],
  ]);
  // One after the other, since each may be a request to another shop's API.
  const reviewed: ReviewedLine[] = [];
  for (const { number, status } of own)
    if (status === "delivered" || status === "returned")
      reviewed.push(...((await reviews.ofOrder(number, { visitor: account.id }))?.lines ?? []));
  const content = {
    compte: {
      prenom: account.firstName,
      nom: account.lastName,
      email: account.email,
      emailConfirme: account.isConfirmed,
      telephone: account.phone && formatPhone(account.phone),
      adresse: account.address,
      ouvert: account.createdAt,
      tampons: card?.stamps,
    },
    commandes: own.map(orderData),
    commandesAVerifier: unsettled.map(({ order }) => orderData(order)),
    panier: cart.lines.map((line) => ({ ...pairData(line), quantite: line.quantity })),
    // As the first step of the checkout left it: the courier's numbers of the place.
    livraisonSaisie: draft && {
      ...personData(draft),
      wilaya: draft.wilayaId,
      commune: draft.communeId,
      pointRelais: draft.pickupPointId,
    },
    listeDeSouhaits: wishes.map(({ name, addedAt }) => ({ nom: name, ajoute: addedAt })),
    alertesDeStock: alerts.map((alert) => ({ ...pairData(alert), demande: alert.requestedAt })),
    avis: reviewed.flatMap(({ name, state, review }) =>
      review ? [{ nom: name, note: review.rating, texte: review.text, publie: state === "published" }] : [],
    ),
    connexions: sessions.map(({ since, device }) => ({ depuis: since, appareil: device })),
  };
  return new Response(`${JSON.stringify(content, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="wahrane-mes-donnees.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
