export interface WebhookService {
  /** @param body raw: the signature covers its bytes @returns `closed`: no secret is configured */
  receive(body: Uint8Array, signature: string): Promise<"received" | "forged" | "unreadable" | "closed">;
}
