import type { Review, ReviewedLine, ReviewSummary } from "~/domain/catalogue/review";
import type { Fit } from "~/domain/catalogue/size";
import type { Order } from "~/domain/order/order";
import type { VisitorId } from "./guests";

/** Who may review an order: who may open its page, or holds the link of the shop's letter. */
export interface Reviewer {
  visitor?: VisitorId | undefined;
  token?: string | undefined;
}

export interface ProductReviews extends ReviewSummary {
  /** A part of them: those with words first, each newest first. */
  reviews: Review[];
}

export interface OrderReviews {
  /** The order's, as it is spelt. */
  number: string;
  /** Whether the order is delivered; else it has only those lines that were reviewed before. */
  isDelivered: boolean;
  /** With which reviews are published. */
  author: string;
  wilaya: string;
  lines: ReviewedLine[];
}

/** Reviews by who received a pair; the merchant publishes or refuses each of them. */
export interface ReviewService {
  /** Published reviews of a product, of all of which the summary tells. */
  ofProduct(productId: string, part: { offset: number; size: number }): Promise<ProductReviews>;
  /** Undefined for everybody else, and where the shop's API knows no reviews. */
  ofOrder(number: string, reviewer: Reviewer): Promise<OrderReviews | undefined>;
  /**
   * Ids of those among these orders that are delivered and have a line without a review, in one
   * query. None where orders are another shop's, which would be asked for each of them.
   */
  toReview(orders: readonly Order[]): Promise<ReadonlySet<string>>;
  /**
   * Stores a review, which waits for the merchant, who is mailed. `given`: this line has one
   * already; `closed`: the order is not delivered; `unknown`: no such order or line for this
   * reviewer.
   */
  send(
    number: string,
    reviewer: Reviewer,
    review: { variantId: string; rating: number; fit?: Fit | ""; text: string },
  ): Promise<"sent" | "given" | "closed" | "unknown">;
  /**
   * Mails account holders whose order was delivered 10 to 20 days ago and who have not reviewed it:
   * once for each order, and to confirmed addresses only. @returns how many mails
   */
  invite(): Promise<number>;
  /**
   * No further letter to the address whose letter holds this token.
   * @returns whether the token is known
   */
  refuseLetters(token: string): Promise<boolean>;
}
