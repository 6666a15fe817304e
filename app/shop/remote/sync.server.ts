import type { Database } from "~/database/connection.server";
import { isTaskDone } from "~/database/one-time-tasks.server";
import { fields } from "~/domain/content-values";
import { MAX_PAGE_SIZE } from "~/domain/listing";
import type { HomeSection } from "~/domain/section";
import {
  CATALOGUE_SYNCED,
  writeCatalogue,
  writeHomeSections,
  writePictures,
  writeProducts,
} from "./catalogue-sync.server";
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
  withPictures,
} from "./read";

/** Section 9: how long the catalogue counts as fresh, and how soon after the start it is asked for. */
export const FRESH = 300_000;
export const PRELOAD = 1_000;
/** While the API is away it is asked so often whether it is back. */
export const AWAY = 5_000;
/** Section 7: the home page's sections are waited for no longer. */
const SECTIONS_PATIENCE = 5_000;
/** More than any shop of shoes has: an API that never ends is broken. */
const MOST_PRODUCTS = 20_000;

/** Whether the API answers, and since when it does not. */
export interface State {
  hasCatalogue: boolean;
  awaySince: Date | undefined;
}

export interface Sync {
  readonly state: Readonly<State>;
  /** Asks for all of the catalogue, and puts it in place. @returns whether it came */
  refresh(): Promise<boolean>;
  /** Asks what these products are now: an order has just found that they changed. Never fails: what is not told stays. */
  refreshProducts(ids: readonly string[]): Promise<void>;
  /** Asks for the home page's sections again, by whom it ever may be asked: no more often than every 5 s. Never fails. */
  refreshSections(): Promise<void>;
  /** What became of a question to the API. */
  note(failure?: ApiFailure): void;
  /** Refreshes a second from now, and then again whenever what there is has expired. */
  start(): void;
  /** Asks nothing more, and waits for what was asked: a picture as well. */
  stop(): Promise<void>;
}

export async function openSync(api: Api, database: Database, pictures: Pictures, now: () => Date): Promise<Sync> {
  const state: State = { hasCatalogue: await isTaskDone(database.db, CATALOGUE_SYNCED), awaySince: undefined };
  const written = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;
  /** Products that are to be asked for, and those that were since the whole catalogue was asked for last. */
  const [wanted, newer] = [new Set<string>(), new Set<string>()];
  let [last, next]: [Promise<void>, Promise<void> | undefined] = [Promise.resolve(), undefined];
  /** What the API told last, and those of its pictures that were not here. */
  let told: Catalogue = { categories: [], collections: [], products: [], sections: undefined };
  let missing: ReadonlySet<string> = new Set();
  let fetching: Promise<void> | undefined;
  let [refreshing, sectionsAsked]: [Promise<void>, number] = [Promise.resolve(), 0];
  const end = new AbortController();

  const note = (failure?: ApiFailure) => {
    // An answer is an answer, be it a refusal.
    if (!failure || failure.isFinal) state.awaySince = undefined;
    else if (state.awaySince === undefined) {
      state.awaySince = now();
      // Whoever found that out, from now on it is asked whether it is back.
      if (timer) after(AWAY);
    }
  };

  async function refreshNow(): Promise<boolean> {
    // What was told before is written before.
    await last;
    newer.clear();
    try {
      told = await loadCatalogue(api);
      await writeCatalogue(database, pictured(), { now: now(), written, newer });
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

  /** What was told, as this shop shows it. */
  const pictured = () => {
    const wanted = new Set<string>();
    missing = wanted;
    return withPictures(told, (named) => pictures.srcOf(named, wanted));
  };

  /** In the background. What has come is named at once, without asking the API again. */
  async function fetchPictures(): Promise<void> {
    try {
      let batch: ReadonlySet<string>;
      do {
        batch = missing;
        const arrived = await pictures.fetch(batch, end.signal);
        // Who is writing just now does not know of them.
        while (running) await running;
        if (arrived.size > 0) await writePictures(database, pictured(), arrived);
      } while (!end.signal.aborted && batch !== missing);
    } catch (error) {
      console.error("Images de l'API\u00a0: %s", error instanceof Error ? error.message : error);
    }
  }

  async function refreshNamed(ids: readonly string[]): Promise<void> {
    try {
      const answers = await Promise.all(ids.map((id) => loadProduct(api, id)));
      const products = answers
        .flat()
        .map((one) => ("name" in one ? productWithPictures(one, (named) => pictures.srcOf(named)) : one));
      // Before they are written: the whole catalogue may be written in the same breath.
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
    // What is being told at this moment may be older.
    while (running) await running;
    told = { ...told, sections };
    await writeHomeSections(database, pictured(), written);
  }

  const refresh = () => {
    running ??= refreshNow().finally(() => {
      running = undefined;
    });
    return running;
  };

  const after = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const hasCome = await refresh();
      if (timer) after(hasCome ? FRESH : AWAY);
    }, milliseconds);
    timer.unref();
  };

  return {
    state,
    refresh,
    note,
    refreshProducts(ids) {
      for (const id of ids) wanted.add(id);
      // One round after the other, so that what was told first never takes the place of what was told then; what is wanted while
      // one runs is asked for together.
      next ??= last = last.then(async () => {
        next = undefined;
        const now = [...wanted];
        wanted.clear();
        await refreshNamed(now);
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
    start: () => after(PRELOAD),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      end.abort();
      await Promise.allSettled([last, running, fetching, refreshing]);
    },
  };
}

async function loadCatalogue(api: Api): Promise<Catalogue> {
  const [categories, collections, products, sections] = await Promise.all([
    asked(api, "/api/categories", "Impossible de charger les catégories", categoriesIn),
    asked(api, "/api/collections?active=true", "Erreur de récupération des collections", collectionsIn),
    loadProducts(api),
    loadSections(api),
  ]);
  return { categories, collections, products, sections };
}

const PROBLEM = "Erreur de récupération du produit";

/** What the API says of one; nothing where it cannot say, and not active where there is none. */
async function loadProduct(api: Api, id: string): Promise<(ReadProduct | { id: string; active: false })[]> {
  try {
    const product = productFrom(await api.ask(`/api/products/${encodeURIComponent(id)}`));
    return product?.id === id ? [product] : [];
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 404) return [{ id, active: false }];
    console.error("%s: %s", PROBLEM, error.message);
    return [];
  }
}

async function loadProducts(api: Api): Promise<ReadProduct[]> {
  const found: ReadProduct[] = [];
  let offset = 0;
  while (offset < MOST_PRODUCTS) {
    const path = `/api/products?isActive=true&limit=${MAX_PAGE_SIZE}&offset=${offset}`;
    let [count, hasMore] = [0, false];
    const page = await asked(api, path, "Erreur de récupération des produits", (answer) => {
      const { products, data, total } = fields(answer);
      count = [answer, products, data].find(Array.isArray)?.length ?? 0;
      // A total may be some seconds old: behind a full page there is another look.
      hasMore = count >= MAX_PAGE_SIZE || (typeof total === "number" && offset + count < total);
      return productsIn(answer);
    });
    // An API without pages gives the same again.
    const isRepeated = offset > 0 && page.length > 0 && page.every(({ id }) => found.some((one) => one.id === id));
    if (isRepeated) break;
    found.push(...page);
    if (!hasMore || count === 0) break;
    // Its pages may be smaller than what was asked for.
    offset += count;
  }
  return found;
}

/** Section 7. None, where the API says that it has none; undefined where it cannot say: then those of before stay. */
async function loadSections(api: Api): Promise<HomeSection[] | undefined> {
  try {
    return sectionsIn(await api.ask("/api/content/home-sections", { patience: SECTIONS_PATIENCE }));
  } catch (error) {
    console.error("%s: %s", "Sections de l'accueil", error instanceof Error ? error.message : error);
    return error instanceof ApiFailure && error.isFinal ? [] : undefined;
  }
}

async function asked<Read>(
  api: Api,
  path: string,
  problem: string,
  read: (answer: unknown) => Read | undefined,
): Promise<Read> {
  try {
    const answer = read(await api.ask(path));
    if (answer === undefined) throw new ApiFailure("la réponse n'est pas celle attendue");
    return answer;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(`${problem}: ${error.message}`, error.status, error.body, error.retryAfter);
  }
}
