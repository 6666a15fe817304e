import { ShopUnavailable } from "~/shop/shop";

export const AWAY = Symbol("the shop cannot answer now");

/** What the shop answers; or that it cannot, so that the page comes back with what was typed (PE-3). */
export async function orAway<Result>(answer: Promise<Result>): Promise<Result | typeof AWAY> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ShopUnavailable) return AWAY;
    throw error;
  }
}
