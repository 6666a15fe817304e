import type { ContactMessage } from "~/domain/mails/contact";

export interface MessageService {
  /**
   * Stores the message and queues mails to the shop and, once an hour, to the sender. Stored
   * nothing: `repeated` (the form was sent before), `key-used` (with another message), `limited`.
   * @param key minted by the server with the form
   * @param address the client's; undefined when only a proxy's is known
   */
  send(
    request: ContactMessage & { key: string; address?: string | undefined },
  ): Promise<"sent" | "repeated" | "key-used" | "limited">;
}
