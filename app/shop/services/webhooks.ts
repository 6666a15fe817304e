/** What the courier says by itself. */
export interface WebhookService {
  /** The body of a webhook, as it came. `closed`: this shop has no secret for it. */
  receive(body: Uint8Array, signature: string): Promise<"heard" | "forged" | "unreadable" | "closed">;
}
