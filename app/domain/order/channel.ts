/** Where staff take an order down: by phone, on Instagram, in the shop. */
export const orderChannels = ["phone", "instagram", "shop"] as const;
export type OrderChannel = (typeof orderChannels)[number];

export const channelLabels: Record<OrderChannel, string> = {
  phone: "Téléphone",
  instagram: "Instagram",
  shop: "Au magasin",
};
