import type { Database } from "~/database/connection.server";
import { isTaskDone } from "~/database/one-time-tasks.server";
import { fields } from "~/domain/content-values";
import { MAX_PAGE_SIZE } from "~/domain/listing";
import type { StoredSection } from "~/domain/section";
import { type Abilities, openAbilities } from "./abilities.server";
import { type Api, ApiFailure } from "./http.server";
import type { Pictures } from "./pictures.server";
import {
  type Catalogue,
  categoriesIn,
  collectionsIn,
  productFrom,
  productsIn,
  productWithPictures,
  type ReadProduct,
  sectionsIn,
  type Tell,
  withPictures,
} from "./read";
import {
  CATALOGUE_SYNCED,
  writeCatalogue,
  writeHomeSections,
  writePictures,
  writeProducts,
} from "./write-catalogue.server";

/** Section 9: how long the catalogue counts as fresh, and the delay of its first request. */
export const FRESH = 300_000;
export const PRELOAD = 1_000;
/** Interval of requests while the API is away. */
export const AWAY = 5_000;
/** Section 7: longest wait for the home page's sections. */
const SECTIONS_PATIENCE = 5_000;
/** More than any shoe shop has: an API that never ends is broken. */
const MOST_PRODUCTS = 20_000;

interface State {
  hasCatalogue: boolean;
  awaySince: Date | undefined;
}

export interface Sync {
  readonly state: Readonly<State>;
  readonly abilities: Abilities;
  /** Requests and stores the whole catalogue. @returns whether it came */
  refresh(): Promise<boolean>;
  /** Refreshes products that an order found changed. Never fails: they may stay as they are. */
  refreshProducts(ids: readonly string[]): Promise<void>;
  /** Requests the home page's sections again, at most every 5 s for all callers. Never fails. */
  refreshSections(): Promise<void>;
  /** Records the outcome of a request to the API. */
  note(failure?: ApiFailure): void;
  /** Refreshes a second from now, and then whenever the catalogue expires. */
  start(): void;
  /** Stops requests, and waits for those under way, pictures included. */
  stop(): Promise<void>;
}

export async function openSync(api: Api, database: Database, pictures: Pictures, now: () => Date): Promise<Sync> {
  const state: State = { hasCatalogue: await isTaskDone(database.db, CATALOGUE_SYNCED), awaySince: undefined };
  const abilities = await openAbilities(api, database, now);
  const written = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;
  /** What was said of products that cannot be sold or found: once of each. */
  const told = new Set<string>();
  const tell: Tell = (id, why) => {
    if (told.has(`${id} ${why}`)) return;
    told.add(`${id} ${why}`);
    console.error("Produit %s de l'API\u00a0: %s", id, why);
  };
  /** Products to refresh, and those refreshed since the last request of the whole catalogue. */
  const wanted = new Set<string>();
  const newer = new Set<string>();
  /** The last batch of products to refresh, and the one that has not begun. */
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** The API's last catalogue, and its pictures that are not here yet. */
  let latest: Catalogue = { categories: [], collections: [], products: [], sections: undefined };
  let missing: ReadonlySet<string> = new Set();
  let fetching: Promise<void> | undefined;
  let refreshing: Promise<void> = Promise.resolve();
  /** When the sections were last asked for, in milliseconds. */
  let sectionsAsked = 0;
  const stopping = new AbortController();

  const note = (failure?: ApiFailure) => {
    // A refusal is an answer too.
    if (!failure || failure.isFinal) state.awaySince = undefined;
    else if (state.awaySince === undefined) {
      state.awaySince = now();
      // From now on the timer tries whether it is back.
      if (timer) schedule(AWAY);
    }
  };

  async function refreshNow(): Promise<boolean> {
    // Earlier answers must be written first.
    await last;
    newer.clear();
    try {
      [latest] = await Promise.all([loadCatalogue(api, tell), abilities.learn()]);
      await writeCatalogue(database, withOwnPictures(), { now: now(), written, newer, tell });
      state.hasCatalogue = true;
      note();
      fetching ??= fetchPictures().finally(() => {
        fetching = undefined;
      });
      return true;
    } catch (error) {
      if (error instanceof ApiFailure) note(error);
      console.error(
        "Le catalogue de l'API n'est pas renouvelé\u00a0: %s",
        error instanceof Error ? error.message : error,
      );
      return false;
    }
  }

  /** The last catalogue with this shop's pictures. */
  const withOwnPictures = () => {
    const toFetch = new Set<string>();
    missing = toFetch;
    return withPictures(latest, (named) => pictures.srcOf(named, toFetch));
  };

  /** Runs in the background, and writes pictures as they arrive. */
  async function fetchPictures(): Promise<void> {
    try {
      let batch: ReadonlySet<string>;
      do {
        batch = missing;
        const arrived = await pictures.fetch(batch, stopping.signal);
        // A refresh under way does not have these pictures yet.
        while (running) await running;
        if (arrived.size > 0) await writePictures(database, withOwnPictures(), arrived);
      } while (!stopping.signal.aborted && batch !== missing);
    } catch (error) {
      console.error("Images de l'API\u00a0: %s", error instanceof Error ? error.message : error);
    }
  }

  async function refreshNamed(ids: readonly string[]): Promise<void> {
    try {
      const answers = await Promise.all(ids.map((id) => loadProduct(api, id)));
      const products = answers
        .flat()
        .map((item) => ("name" in item ? productWithPictures(item, (named) => pictures.srcOf(named)) : item));
      // Before writing, since a refresh may write the whole catalogue at the same time.
      for (const { id } of products) {
        written.delete(id);
        newer.add(id);
      }
      await writeProducts(database, products);
    } catch (error) {
      console.error("%s: %s", PROBLEM, error instanceof Error ? error.message : error);
    }
  }

  async function refreshSectionsNow(): Promise<void> {
    const sections = await loadSections(api);
    if (sections === undefined) return;
    // An answer that a refresh is processing may be older.
    while (running) await running;
    latest = { ...latest, sections };
    await writeHomeSections(database, withOwnPictures(), written);
  }

  const refresh = () => {
    running ??= refreshNow().finally(() => {
      running = undefined;
    });
    return running;
  };

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const isRefreshed = await refresh();
      if (timer) schedule(isRefreshed ? FRESH : AWAY);
    }, milliseconds);
    timer.unref();
  };

  return {
    state,
    abilities,
    refresh,
    note,
    refreshProducts(ids) {
      for (const id of ids) wanted.add(id);
      // One batch at a time, so that an older answer never replaces a newer one. Products wanted
      // during a batch form the next one.
      next ??= last = last.then(async () => {
        next = undefined;
        const batch = [...wanted];
        wanted.clear();
        await refreshNamed(batch);
      });
      return next;
    },
    refreshSections() {
      if (now().getTime() - sectionsAsked >= AWAY) {
        sectionsAsked = now().getTime();
        refreshing = refreshSectionsNow().catch((error) => console.error("Sections de l'accueil: %s", error));
      }
      return refreshing;
    },
    start: () => schedule(PRELOAD),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      stopping.abort();
      await Promise.allSettled([last, running, fetching, refreshing]);
    },
  };
}

async function loadCatalogue(api: Api, tell: Tell): Promise<Catalogue> {
  const [categories, collections, products, sections] = await Promise.all([
    request(api, "/api/categories", "Impossible de charger les catégories", categoriesIn),
    request(api, "/api/collections?active=true", "Erreur de récupération des collections", collectionsIn),
    loadProducts(api, tell),
    loadSections(api),
  ]);
  return { categories, collections, products, sections };
}

const PROBLEM = "Erreur de récupération du produit";

/** One product: empty when the API cannot answer, inactive when it has none. */
async function loadProduct(api: Api, id: string): Promise<(ReadProduct | { id: string; active: false })[]> {
  try {
    const product = productFrom(await api.request(`/api/products/${encodeURIComponent(id)}`));
    return product?.id === id ? [product] : [];
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 404) return [{ id, active: false }];
    console.error("%s: %s", PROBLEM, error.message);
    return [];
  }
}

async function loadProducts(api: Api, tell: Tell): Promise<ReadProduct[]> {
  const found: ReadProduct[] = [];
  let offset = 0;
  while (offset < MOST_PRODUCTS) {
    const path = `/api/products?isActive=true&limit=${MAX_PAGE_SIZE}&offset=${offset}`;
    let [count, hasMore] = [0, false];
    const page = await request(api, path, "Erreur de récupération des produits", (answer) => {
      const { products, data, total } = fields(answer);
      count = [answer, products, data].find(Array.isArray)?.length ?? 0;
      // A total may be outdated, so a full page is followed by another request.
      hasMore = count >= MAX_PAGE_SIZE || (typeof total === "number" && offset + count < total);
      return productsIn(answer, tell);
    });
    // An API without pages repeats its first answer.
    const isRepeated =
      offset > 0 && page.length > 0 && page.every(({ id }) => found.some((product) => product.id === id));
    if (isRepeated) break;
    found.push(...page);
    if (!hasMore || count === 0) break;
    // Its pages may be smaller than requested.
    offset += count;
  }
  return found;
}

/** Section 7. Empty when the API has none; undefined, to keep the stored ones, when it fails. */
async function loadSections(api: Api): Promise<StoredSection[] | undefined> {
  try {
    return sectionsIn(await api.request("/api/content/home-sections", { patience: SECTIONS_PATIENCE }));
  } catch (error) {
    console.error("Sections de l'accueil: %s", error instanceof Error ? error.message : error);
    return error instanceof ApiFailure && error.isFinal ? [] : undefined;
  }
}

async function request<Read>(
  api: Api,
  path: string,
  problem: string,
  read: (answer: unknown) => Read | undefined,
): Promise<Read> {
  try {
    const answer = read(await api.request(path));
    if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue");
    return answer;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(`${problem}: ${error.message}`, error);
  }
}
