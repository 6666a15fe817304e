import type { Mail } from "~/domain/mails/compose";
import type { MailKind } from "~/domain/mails/kinds";

/** Mails that services queue in the transaction of their cause, for the mail worker. */
export interface MailQueue {
  /** Leases due mails for five minutes, longest due first; unsettled ones are then due again. */
  claim(count: number): Promise<OutgoingMail[]>;
  /**
   * Records the result of a claimed mail. A failed one is due again after 1, 2, 4 … minutes, six
   * hours at most, and given up after the twelfth attempt.
   * @param failure a code without personal data; absent when the mail was sent
   * @param isFinal gives it up now
   * @returns when it is tried again
   */
  settle(id: string, failure?: string, isFinal?: boolean): Promise<{ nextTry?: Date }>;
  waiting(): Promise<{ waiting: number; givenUp: number }>;
}

export interface OutgoingMail extends Mail {
  id: string;
  /** For logs, without personal data. */
  kind: MailKind;
  recipient: string;
  createdAt: Date;
  /** From 1. */
  attempt: number;
}
