import type { Variant } from "~/domain/catalogue/catalogue";
import type { ContactMessage } from "~/domain/mails/contact";
import type { Actor } from "~/domain/office/journal";

/** What waits for somebody in the shop, and small lists of it. */
export interface DayOffice {
  /** Of everything that waits, how many there are. */
  waitingToday(): Promise<DayCounts>;
  /** Variants of which few are left, the fewest first. @param after `next` of the page before */
  lowStock(after?: string): Promise<Listed<StockItem>>;
  /** Mails that no attempt could send, newest first; their texts are gone. */
  givenUpMails(after?: string): Promise<Listed<GivenUpMail>>;
  /** Messages of /contact without an answer, oldest first. */
  openMessages(after?: string): Promise<Listed<StoredMessage>>;
  /** The last that were answered, newest answer first. */
  answeredMessages(): Promise<StoredMessage[]>;
  /**
   * @param isAnswered false puts an answered one back among those that wait
   * @returns whether there was such a message, and it was not so before
   */
  answerMessage(id: string, by: Actor, isAnswered?: boolean): Promise<boolean>;
}

export interface Listed<Row> {
  rows: Row[];
  next?: string;
}

export interface LetterOffice {
  /**
   * Mails the shop what came in yesterday and what waits, once a day.
   * @param hour in Algeria, before which nothing is mailed
   */
  mailSummary(hour: number): Promise<void>;
}

export interface DayCounts {
  toCall: number;
  /** Of these, those that have waited longer than their page promises. */
  lateCalls: number;
  /** Pending, and their pairs are not taken. */
  toReserve: number;
  /** Confirmed, and not on their way. */
  toHandOver: number;
  /** Parcels that the courier does not accept. */
  refusedByCourier: number;
  /** Parcels under way that the courier reports a problem with. */
  problems: number;
  /** Parcels that the shopper did not take, on their way back. */
  comingBack: number;
  givenUpMails: number;
  lowStock: number;
  reviews: number;
  /** People who asked to hear when a size is back. */
  awaiting: number;
  messages: number;
}

export interface StockItem extends Pick<Variant, "sku" | "color" | "size" | "sizeLabel" | "stock"> {
  /** The product's. */
  name: string;
  slug: string;
}

interface GivenUpMail {
  id: string;
  recipient: string;
  subject: string;
  at: Date;
  failure: string;
}

export interface StoredMessage extends ContactMessage {
  id: string;
  at: Date;
}
