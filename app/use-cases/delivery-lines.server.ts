import { deliveryDays } from "~/domain/delivery/delivery-days";
import { deliveryLine, feesAcross, lowestFeeLine, type WilayaFees } from "~/domain/delivery/delivery-line";
import { addToContext } from "~/request-context.server";
import { rememberWilaya, wilayaOf } from "~/session/wilaya.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { boundedContents, type ParcelContents } from "./delivery-offer.server";

/** A page that names fees beside other things waits no longer for another shop's API. */
const PATIENCE_MS = 1_000;

/**
 * What the product page says of delivery before there is an address (decision 048): what it costs
 * and takes in the visitor's wilaya, else 'Livraison dès 300 DA'; empty while fees are unknown.
 */
export async function firstDeliveryLine(request: Request, contents: ParcelContents): Promise<string> {
  const { courier } = await getShop();
  const { pairs, amount } = boundedContents(contents);
  const all = await inTime(courier.wilayaFees(pairs, amount));
  return (await ownDeliveryLine(request, contents, all)) ?? lowestFeeLine(all?.values() ?? []);
}

/**
 * The line of the visitor's wilaya; undefined without one.
 * @param all when they are known already
 */
export async function ownDeliveryLine(
  request: Request,
  contents: ParcelContents,
  all?: ReadonlyMap<number, WilayaFees>,
): Promise<string | undefined> {
  const [{ courier }, chosen] = [await getShop(), await wilayaOf(request)];
  const wilaya = chosen === undefined ? undefined : (await courier.wilayas()).find(({ id }) => id === chosen);
  if (!wilaya) return undefined;
  const days = deliveryDays(new Date());
  if (all) return deliveryLine(wilaya, days, all.get(wilaya.id) ?? "none");
  const { pairs, amount } = boundedContents(contents);
  const quotes = await inTime(courier.quotes(wilaya.id, pairs, amount));
  return deliveryLine(wilaya, days, quotes && (feesAcross(quotes.values()) ?? "none"));
}

/**
 * Remembers the wilaya that was chosen in WilayaChoice.
 * @param chosen as posted; empty forgets it
 * @returns headers with the cookie; undefined when the courier knows no such wilaya
 */
export async function chooseWilaya(chosen: string): Promise<Headers | undefined> {
  if (chosen === "") return rememberWilaya(0);
  const wilaya = (await (await getShop()).courier.wilayas()).find(({ id }) => String(id) === chosen);
  return wilaya && rememberWilaya(wilaya.id);
}

/** @returns undefined when the courier is away, or takes too long: then nobody may keep the page */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      addToContext({ isIncomplete: true });
      resolve(undefined);
    }, PATIENCE_MS);
  });
  return Promise.race([unlessUnavailable(answer), late]).finally(() => clearTimeout(timer));
}
