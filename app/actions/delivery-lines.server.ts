import { deliveryLine, feesAcross, lowestFeeLine, type WilayaFees } from "~/domain/delivery-line";
import { currentRequest, note } from "~/request-context.server";
import { rememberWilaya, wilayaOf } from "~/session/wilaya.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { boundedContents, type ParcelContents } from "./delivery-offer.server";

/** A page that names fees beside other things waits no longer for another shop's API. */
const PATIENCE_MS = 1_000;

interface DeliveryLines {
  /** 'Livraison dès 300 DA'; empty while fees are unknown. */
  lowest: string;
  /** What delivery costs and takes, by wilaya: the visitor's, or all for a page that is kept. */
  lines: Record<number, string>;
}

/** What the product page says of delivery before there is an address (decision 048). */
export async function deliveryLines(request: Request, contents: ParcelContents): Promise<DeliveryLines> {
  const { courier } = await getShop();
  const { pairs, amount } = boundedContents(contents);
  const all = await inTime(courier.wilayaFees(pairs, amount));
  const lowest = lowestFeeLine(all?.values() ?? []);
  if (!all || !currentRequest()?.variant) return { lowest, lines: await ownLines(request, contents, all) };
  const lines = (await courier.wilayas()).map((wilaya) => [
    wilaya.id,
    deliveryLine(wilaya, all.get(wilaya.id) ?? "none"),
  ]);
  return { lowest, lines: Object.fromEntries(lines) };
}

/** The line of the visitor's wilaya; undefined without one. */
export async function ownDeliveryLine(request: Request, contents: ParcelContents): Promise<string | undefined> {
  return Object.values(await ownLines(request, contents))[0];
}

/** @param all when they are known already */
async function ownLines(
  request: Request,
  contents: ParcelContents,
  all?: ReadonlyMap<number, WilayaFees>,
): Promise<Record<number, string>> {
  const [{ courier }, chosen] = [await getShop(), await wilayaOf(request)];
  const wilaya = chosen === undefined ? undefined : (await courier.wilayas()).find(({ id }) => id === chosen);
  if (!wilaya) return {};
  if (all) return { [wilaya.id]: deliveryLine(wilaya, all.get(wilaya.id) ?? "none") };
  const { pairs, amount } = boundedContents(contents);
  const quotes = await inTime(courier.quotes(wilaya.id, pairs, amount));
  return { [wilaya.id]: deliveryLine(wilaya, quotes && (feesAcross(quotes.values()) ?? "none")) };
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
      note({ isIncomplete: true });
      resolve(undefined);
    }, PATIENCE_MS);
  });
  return Promise.race([unlessUnavailable(answer), late]).finally(() => clearTimeout(timer));
}
