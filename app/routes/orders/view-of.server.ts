import type { Order } from "~/domain/order";
import { lapsedWords } from "~/domain/order-bounds";
import { maskPhone } from "~/domain/phone";
import { settings } from "~/settings.server";
import type { ParcelStory } from "~/shop/shop";

/** As an Algerian calendar and clock show it; written on the server, because browsers differ in their words. */
const moment = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Algiers" });

/** An order as its page shows it. @param parcel what the courier says of it, on pages that tell it */
export function viewOf(order: Order, parcel?: ParcelStory) {
  const { number, status, createdAt, lines, subtotal, reward, fees, total, recipient, reserved, lapsedDays } = order;
  return {
    number,
    status,
    reserved,
    lapsed: lapsedDays && lapsedWords(lapsedDays),
    placedAt: moment.format(createdAt),
    lines,
    subtotal,
    reward,
    fee: fees.totalFee,
    total,
    name: `${recipient.firstName} ${recipient.lastName}`,
    /** Masked: who has the page in front of them may have been sent its link. */
    phone: maskPhone(recipient.phone),
    address: recipient.address,
    commune: recipient.communeName,
    wilaya: recipient.wilayaName,
    desk: recipient.stopDeskName && [recipient.stopDeskName, recipient.stopDeskAddress].filter(Boolean).join(", "),
    notes: recipient.notes,
    shopPhone: settings.shopPhone,
    parcel: parcel && {
      tracking: parcel.tracking,
      events: parcel.events.map(({ at, ...event }) => ({ ...event, at: moment.format(at) })),
    },
  };
}

export type OrderShown = ReturnType<typeof viewOf>;
