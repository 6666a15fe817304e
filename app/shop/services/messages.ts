export interface Message {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export interface MessageService {
  /**
   * Stores the message and queues two mails, one to the shop and one that tells the sender it has arrived, all or nothing.
   * `repeated`: this very form was sent before. `key-used`: another message was; this one is not stored. `limited`: nor is one of
   * too many from one address. Of those that are stored the first of an hour alone are answered with the second mail.
   * @param key minted by the server with the form
   * @param address of the client; undefined when only a proxy's is known: then it limits nobody
   */
  send(
    request: Message & { key: string; address?: string | undefined },
  ): Promise<"sent" | "repeated" | "key-used" | "limited">;
  /** Messages from before then go. @returns how many */
  forget(before: Date): Promise<number>;
}
