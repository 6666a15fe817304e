/** Services write mails in the transaction of what they change; the mail worker takes them from here. */
export interface MailQueue {
  /**
   * Mails that are to be sent now, the longest due first. Nobody else gets them for the five minutes of the lease; those that
   * were not settled by then are due again.
   */
  claim(count: number): Promise<OutgoingMail[]>;
  /**
   * Says what became of a claimed mail. One that failed is due again after 1, 2, 4 … minutes, six hours at most, and given up
   * with the twelfth attempt.
   * @param failure a code, without anything personal; absent when the mail was sent
   * @returns when it is tried again
   */
  settle(id: string, failure?: string): Promise<{ nextTry?: Date }>;
  waiting(): Promise<{ waiting: number; givenUp: number }>;
  /** What was sent or given up, and is older than that, goes. @returns how many */
  forget(before: Date): Promise<number>;
}

export interface OutgoingMail {
  id: string;
  /** For logs: what the mail is about, and nothing of whom. */
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Of its own, beside those that every mail has. */
  headers: Record<string, string>;
  createdAt: Date;
  /** From 1. */
  attempt: number;
}
