import { redirect } from "@remix-run/node";
import { type Order, orderPage } from "~/domain/order/order";
import { visitorOf } from "~/session/visitor.server";
import type { OrderReviews, Reviewer } from "~/shop/services/reviews";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { holderOfPass, PASS } from "~/tokens/order-pass.server";

const pageOf = (number: string, proof = "") => `${orderPage(number)}/avis${proof}`;

/**
 * The address where a delivered order is reviewed; undefined once all of it is, and while nobody
 * knows.
 * @param proof what the reader's own address holds
 */
export async function reviewPage(
  { number, status }: Order,
  reviewer: Reviewer,
  proof = "",
): Promise<string | undefined> {
  if (status !== "delivered") return undefined;
  const reviews = await unlessUnavailable((await getShop()).reviews.ofOrder(number, reviewer));
  return reviews?.lines.some(({ state }) => state === "open") ? pageOf(number, proof) : undefined;
}

/** The same for an account's orders together, by their ids. */
export async function reviewPages(orders: readonly Order[]): Promise<ReadonlyMap<string, string>> {
  const open = await (await getShop()).reviews.toReview(orders);
  return new Map(orders.filter(({ id }) => open.has(id)).map(({ id, number }) => [id, pageOf(number)]));
}

interface ReviewableOrder extends OrderReviews {
  reviewer: Reviewer;
  /** The page's own address, with the proof of who has no cookie. */
  page: string;
  /** Of the order's page; undefined for the reader of a letter, to whom it is closed. */
  order: string | undefined;
}

/**
 * The order's reviews for those who may open its page, and for the reader of the shop's letter.
 * @throws a redirect to the page's canonical address, when the number was spelt in another way
 */
export async function reviewableOrder(request: Request, typed: string): Promise<ReviewableOrder | undefined> {
  const { reviews } = await getShop();
  const pass = new URL(request.url).searchParams.get(PASS);
  const token = tokenOf(request);
  const holder = pass === null ? undefined : holderOfPass(pass, typed);
  const reviewers: [Reviewer, proof: string][] = [
    [{ visitor: await visitorOf(request) }, ""],
    [{ visitor: holder }, `?${new URLSearchParams({ [PASS]: pass ?? "" })}`],
    [{ token }, `?${new URLSearchParams({ jeton: token ?? "" })}`],
  ];
  for (const [reviewer, proof] of reviewers) {
    if (reviewer.visitor === undefined && reviewer.token === undefined) continue;
    const ofOrder = await reviews.ofOrder(typed, reviewer);
    if (!ofOrder) continue;
    const page = pageOf(ofOrder.number, proof);
    if (ofOrder.number !== typed) throw redirect(page);
    const order = reviewer.token === undefined ? `${orderPage(ofOrder.number)}${proof}` : undefined;
    return { ...ofOrder, reviewer, page, order };
  }
  return undefined;
}
