import type { Order } from "../order/order";
import { lineWords } from "../order/order-texts";
import { formatDinars } from "../values/money";
import { formatPhone } from "../values/phone";
import type { JournalFields } from "./journal";

/** The fields of an order that staff edit, as journal and mail name them. */
export function editedFields({ recipient, lines, reward, fees, total }: Order): JournalFields {
  return {
    nom: recipient.lastName,
    prénom: recipient.firstName,
    téléphone: formatPhone(recipient.phone),
    adresse: recipient.address,
    commune: `${recipient.communeName} (${recipient.wilayaName})`,
    livraison:
      recipient.mode === "home"
        ? "à domicile"
        : [`au point relais ${recipient.pickupPointName ?? ""}`, recipient.pickupPointAddress]
            .filter(Boolean)
            .join(", "),
    remarque: recipient.notes,
    articles: lines
      .map((line) => `${lineWords(line)} à ${formatDinars(line.price)}`)
      .sort()
      .join("\u00a0; "),
    fidélité: reward > 0 ? `−${formatDinars(reward)}` : "",
    "frais de livraison": formatDinars(fees.totalFee),
    total: formatDinars(total),
  };
}
