/** The mails about one order, as its page in the back office names them. */
export const orderMails = {
  "order-for-shop": "nouvelle commande, à la boutique",
  "order-received": "commande reçue",
  "order-edited": "commande modifiée",
  "order-edited-shop": "commande modifiée, à la boutique",
  "order-lapsed": "commande annulée, non confirmée",
  "order-lapsed-shop": "commande non confirmée, à la boutique",
  "review-invitation": "invitation à donner un avis",
};
export type OrderMail = keyof typeof orderMails;

export type MailKind =
  | OrderMail
  | ("registration" | "reset" | "email" | "email-changed" | "password-changed")
  | ("message" | "message-received" | "review-waiting")
  | ("newsletter-confirmation" | "newsletter-confirmed")
  | ("stock-awaited" | "stock-back" | "stock-back-by-phone")
  | ("staff-invited" | "day-summary");
