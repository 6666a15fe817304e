import { type Navigation, usualNavigation } from "./domain/navigation";
import { note } from "./request-context.server";
import { type Shop, unlessUnavailable } from "./shop/shop";

let kept: { version: string; navigation: Promise<Navigation | undefined> } | undefined;

/**
 * Which links, chips and orders there are besides the fixed ones. Read from the database once for
 * each version of public pages, so that private pages ask for it without a query as well.
 */
export async function navigationOf(shop: Shop): Promise<Navigation> {
  const version = await versionOf(shop);
  if (version === undefined) kept = undefined;
  else if (kept?.version !== version) kept = { version, navigation: unlessUnavailable(shop.catalogue.navigation()) };
  const navigation = await kept?.navigation;
  if (navigation) return navigation;
  kept = undefined;
  note({ isIncomplete: true });
  return usualNavigation;
}

/** @returns undefined while the database does not answer: what else a page shows may be there */
async function versionOf({ published }: Shop): Promise<string | undefined> {
  try {
    return (await published({})).version;
  } catch {
    return undefined;
  }
}
