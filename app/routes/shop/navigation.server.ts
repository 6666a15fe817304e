import type { ProductCard } from "~/domain/catalogue/catalogue";
import { parseSections, salePeriodIn } from "~/domain/content/content";
import { type Navigation, usualNavigation } from "~/domain/content/navigation";
import type { SalePeriod } from "~/domain/content/sale";
import { addToContext } from "~/request-context.server";
import { type Shop, unlessUnavailable } from "~/shop/shop";

interface Known extends Navigation {
  /** The dates that the shop gives its sale. */
  sale?: SalePeriod | undefined;
  /** A few of the newest that can be bought, for error pages. */
  pairs?: readonly ProductCard[];
}

const PAIRS = 5;

interface Read {
  navigation: Known;
  /** Nothing failed of what pages do without. */
  isWhole: boolean;
}

let current: { version: string; read: Promise<Read | undefined> } | undefined;

/**
 * Which links, chips and orders there are besides the fixed ones, and when the sale is. Read from
 * the database once for each version of public pages, so that private pages know without a query.
 */
export async function navigationOf(shop: Shop): Promise<Known> {
  const version = await shop.pageState({}).then(
    (state) => state.version,
    // While the database does not answer, what else a page shows may be there.
    () => undefined,
  );
  if (version === undefined) current = undefined;
  else if (current?.version !== version) current = { version, read: unlessUnavailable(read(shop)) };
  const found = await current?.read;
  if (found?.isWhole) return found.navigation;
  current = undefined;
  addToContext({ isIncomplete: true });
  return found?.navigation ?? usualNavigation;
}

async function read({ catalogue, content, ordering }: Shop): Promise<Read> {
  const state = ordering();
  let isWhole = true;
  const without = () => {
    isWhole = false;
    return undefined;
  };
  const [navigation, sections, newest] = await Promise.all([
    catalogue.navigation(),
    // An API that has not answered yet has sent none. Where they cannot be read the home page says
    // so; the others do without the dates.
    !state.isOpen && state.hasSamples ? undefined : content.homeSections().catch(without),
    catalogue.list({ sort: "nouveautes", page: 1, size: 4 * PAIRS }).catch(without),
  ]);
  const pairs = newest?.products.filter(({ soldOut, picture }) => !soldOut && picture).slice(0, PAIRS) ?? [];
  return { navigation: { ...navigation, sale: salePeriodIn(parseSections(sections)), pairs }, isWhole };
}
