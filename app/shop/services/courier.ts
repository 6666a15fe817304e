import type { Commune, Fees, PickupPoint, Wilaya } from "~/domain/delivery/delivery";
import type { WilayaFees } from "~/domain/delivery/delivery-line";

export interface CourierService {
  /** All 58 by number, also those that are `unserved` at present. */
  wilayas(): Promise<Wilaya[]>;
  /** By name, unserved ones included; empty for an unknown wilaya. */
  communes(wilayaId: number): Promise<Commune[]>;
  pickupPoints(communeId: number): Promise<PickupPoint[]>;
  /**
   * Fees of so many pairs; `pickup` is absent where there is no pickup point. Undefined when
   * commune and wilaya do not belong together, are unknown or unserved.
   * @param declaredValue in dinars
   */
  quote(
    destination: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined>;
  /**
   * The same for every served commune of a wilaya, by number. Undefined when the API gives fees of
   * one commune at a time: sixty calls would take too long.
   */
  quotes(wilayaId: number, pairs: number, declaredValue: number): Promise<Map<number, Quote> | undefined>;
  /** Of every served wilaya, by number. Undefined when the API does not tell them all at once. */
  wilayaFees(pairs: number, declaredValue: number): Promise<Map<number, WilayaFees> | undefined>;
}

export type Quote = { home: Fees; pickup?: Fees };

export interface WebhookService {
  /** @param body raw: the signature covers its bytes @returns `closed`: no secret is configured */
  receive(body: Uint8Array, signature: string): Promise<"received" | "forged" | "unreadable" | "closed">;
}
