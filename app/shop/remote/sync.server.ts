import type { Database } from "~/database/connection.server";
import { isMarked } from "~/database/marks.server";
import { fields } from "~/domain/content-values";
import { MAX_PAGE_SIZE } from "~/domain/listing";
import { type Api, ApiFailure } from "./http.server";
import { type Catalogue, MIRRORED, writeCatalogue, writeProducts } from "./mirror.server";
import { categoriesIn, collectionsIn, productFrom, productsIn, type ReadProduct, sectionsIn } from "./read";

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
  /** Asks what these products are now: an order has just found that they changed. */
  refreshProducts(ids: readonly string[]): Promise<void>;
  /** What became of a question to the API. */
  note(failure?: ApiFailure): void;
  /** Refreshes a second from now, and then again whenever what there is has expired. */
  start(): void;
  /** Asks nothing more, and waits for what was asked. */
  stop(): Promise<void>;
}

export async function openSync(api: Api, database: Database, now: () => Date): Promise<Sync> {
  const state: State = { hasCatalogue: await isMarked(database.db, MIRRORED), awaySince: undefined };
  const written = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<boolean> | undefined;
  const pending = new Set<Promise<void>>();

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
    try {
      const catalogue = await loadCatalogue(api);
      await writeCatalogue(database, catalogue, { isFirst: !state.hasCatalogue, now: now(), written });
      state.hasCatalogue = true;
      note();
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
      const work = (async () => {
        try {
          const asked = ids.map(async (id) => {
            const answer = await api.ask(`/api/products/${encodeURIComponent(id)}`);
            return productFrom(fields(answer), api.base) ?? [];
          });
          await writeProducts(database, (await Promise.all(asked)).flat());
          for (const id of ids) written.delete(id);
        } catch (error) {
          console.error("%s: %s", "Erreur de récupération du produit", error instanceof Error ? error.message : error);
        }
      })().finally(() => pending.delete(work));
      pending.add(work);
      return work;
    },
    start: () => after(PRELOAD),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled([...pending, running]);
    },
  };
}

async function loadCatalogue(api: Api): Promise<Catalogue> {
  const [categories, collections, products, sections] = await Promise.all([
    asked(api, "/api/categories", "Impossible de charger les catégories", (answer) => categoriesIn(answer, api.base)),
    asked(api, "/api/collections?active=true", "Erreur de récupération des collections", (answer) =>
      collectionsIn(answer, api.base),
    ),
    loadProducts(api),
    loadSections(api),
  ]);
  return { categories, collections, products, sections };
}

async function loadProducts(api: Api): Promise<ReadProduct[]> {
  const found: ReadProduct[] = [];
  for (let offset = 0; offset < MOST_PRODUCTS; offset += MAX_PAGE_SIZE) {
    const path = `/api/products?isActive=true&limit=${MAX_PAGE_SIZE}&offset=${offset}`;
    let [count, hasMore] = [0, false];
    const page = await asked(api, path, "Erreur de récupération des produits", (answer) => {
      const list = Array.isArray(answer) ? answer : fields(answer).products;
      count = Array.isArray(list) ? list.length : 0;
      const total = fields(answer).total;
      hasMore = typeof total === "number" ? offset + count < total : count === MAX_PAGE_SIZE;
      return productsIn(answer, api.base);
    });
    // An API without pages gives the same again.
    const isRepeated = offset > 0 && page.length > 0 && page.every(({ id }) => found.some((one) => one.id === id));
    if (isRepeated) break;
    found.push(...page);
    if (!hasMore || count === 0) break;
  }
  return found;
}

/** Section 7: whatever is wrong with the sections, the home page has others. */
async function loadSections(api: Api) {
  try {
    const sections = sectionsIn(await api.ask("/api/content/home-sections", { patience: SECTIONS_PATIENCE }), api.base);
    return sections && sections.length > 0 ? sections : undefined;
  } catch (error) {
    console.error("%s: %s", "Sections de l'accueil", error instanceof Error ? error.message : error);
    return undefined;
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
