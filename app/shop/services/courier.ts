import type { Commune, Fees, PickupPoint, Wilaya } from "~/domain/delivery";

export interface CourierService {
  /** The 58, by number; those that are `unserved` at present as well. */
  wilayas(): Promise<Wilaya[]>;
  /** By name, the unserved ones as well; empty for an unknown wilaya. */
  communes(wilayaId: number): Promise<Commune[]>;
  pickupPoints(communeId: number): Promise<PickupPoint[]>;
  /**
   * What the parcel of so many pairs costs to that commune, by way of delivery; `pickup` is absent where there is no pickup
   * point. Undefined when commune and wilaya do not belong together, are unknown or unserved.
   */
  quote(
    destination: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined>;
  /**
   * The same to every commune of a wilaya that is served, by number. Undefined when whoever delivers tells it of one commune at a
   * time: asking for sixty would keep the shopper waiting.
   */
  quotes(wilayaId: number, pairs: number, declaredValue: number): Promise<Map<number, Quote> | undefined>;
  /** For whoever looks after the shop: what places and fees are from, and what waits. */
  state(): Promise<CourierState>;
}

export interface CourierState {
  /** Whether the courier's API is connected; without it the built-in table answers, and nothing is posted. */
  isConnected: boolean;
  /** When the places and fees in use were read from the courier; absent while they are the built-in table's. */
  readAt?: Date;
  /** Why the last reading of them failed, when the last one did. */
  failure?: string;
  parcels: {
    /** Not posted yet, or about to be withdrawn. */
    waiting: number;
    /** Orders whose parcel the courier refused, or that cannot become one, with the reason. */
    refused: { number: string; failure: string }[];
  };
}

export type Quote = { home: Fees; pickup?: Fees };
