import type { Database } from "~/database/connection.server";
import { isTaskDone } from "~/database/one-time-tasks.server";
import { ShopUnavailable } from "../shop";
import { type Abilities, openAbilities } from "./abilities.server";
import { type Api, ApiFailure } from "./http.server";
import { loadCatalogue, loadProduct, loadSections, PRODUCT_PROBLEM } from "./load-catalogue.server";
import type { Pictures } from "./pictures.server";
import { type Catalogue, catalogueWithSources, productWithSources, type Tell } from "./read-answers";
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
/** Interval of requests while the API is away; a busy one may ask for a longer one. */
export const AWAY = 5_000;

/** Keeps the copy of the API's catalogue, and knows whether the API answers. */
export class CatalogueSync {
  readonly state: { hasCatalogue: boolean; awaySince: Date | undefined };
  /** Running tasks, or the last ones. */
  readonly #tasks: {
    catalogue?: Promise<boolean> | undefined;
    pictures?: Promise<void> | undefined;
    products: Promise<void>;
    sections: Promise<void>;
  } = { products: Promise.resolve(), sections: Promise.resolve() };
  /** The API's last catalogue, and its pictures that are not here yet. */
  #catalogue: Catalogue = { categories: [], collections: [], products: [], endsEarly: false, sections: undefined };
  #missingPictures: ReadonlySet<string> = new Set();
  /** Fingerprints of what was written last, by product. */
  readonly #written = new Map<string, string>();
  /** Products to refresh next, and those refreshed since the catalogue was last requested. */
  readonly #nextProducts = new Set<string>();
  readonly #newerProducts = new Set<string>();
  /** Problems of products that are in the log already. */
  readonly #problems = new Set<string>();
  /** When the sections were last requested, in milliseconds. */
  #sectionsRequested = 0;
  /** Milliseconds from the last refresh to the next. */
  #pause = AWAY;
  #timer: NodeJS.Timeout | undefined;
  readonly #stop = new AbortController();

  private constructor(
    private readonly api: Api,
    private readonly database: Database,
    private readonly pictures: Pictures,
    private readonly now: () => Date,
    readonly abilities: Abilities,
    hasCatalogue: boolean,
  ) {
    this.state = { hasCatalogue, awaySince: undefined };
  }

  static async open(api: Api, database: Database, pictures: Pictures, now: () => Date): Promise<CatalogueSync> {
    const hasCatalogue = await isTaskDone(database.db, CATALOGUE_SYNCED);
    const abilities = await openAbilities(api, database, now);
    return new CatalogueSync(api, database, pictures, now, abilities, hasCatalogue);
  }

  /** Refreshes a second from now, and then whenever the catalogue expires. */
  start(): void {
    this.#schedule(PRELOAD);
  }

  /** Stops requests, and waits for those that are running, pictures included. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stop.abort();
    await Promise.allSettled(Object.values(this.#tasks));
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.refresh();
      if (this.#timer) this.#schedule(this.#pause);
    }, milliseconds);
    this.#timer.unref();
  }

  /**
   * Records the outcome of a request to the API.
   * @param isOfOne about one place or one order, whose error does not mean that the API is away
   */
  note(failure?: ApiFailure, isOfOne = false): void {
    // A refusal is an answer too, and a busy API is not away.
    if (!failure || failure.isFinal || failure.isBusy) this.state.awaySince = undefined;
    else if (this.state.awaySince === undefined) {
      if (!isOfOne || failure.status === undefined) this.state.awaySince = this.now();
      // The timer tries soon whether it is back, or whether everything fails.
      if (this.#timer && this.#pause > AWAY) {
        this.#pause = AWAY;
        this.#schedule(AWAY);
      }
    }
  }

  /** @throws ShopUnavailable when the error is an ApiFailure, else the error itself */
  failUnavailable(problem: string, error: unknown): never {
    if (!(error instanceof ApiFailure)) throw error;
    console.error("%s: %s", problem, error.message);
    throw new ShopUnavailable(`${problem}: ${error.message}`, { cause: error, isLogged: true });
  }

  /** Requests and stores the whole catalogue. @returns whether it came */
  refresh(): Promise<boolean> {
    this.#tasks.catalogue ??= this.#refreshCatalogue().finally(() => {
      this.#tasks.catalogue = undefined;
    });
    return this.#tasks.catalogue;
  }

  async #refreshCatalogue(): Promise<boolean> {
    // Earlier answers must be written first.
    await this.#tasks.products;
    this.#newerProducts.clear();
    const tell: Tell = (id, problem) => this.#report(id, problem);
    try {
      [this.#catalogue] = await Promise.all([loadCatalogue(this.api, tell), this.abilities.learn()]);
      const [written, newer] = [this.#written, this.#newerProducts];
      // After a start the rows of all products are read at once; where all prices change, written.
      await this.database.patiently((database) =>
        writeCatalogue(database, this.#withOurPictures(), { now: this.now(), written, newer, tell }),
      );
      this.state.hasCatalogue = true;
      this.#pause = FRESH;
      this.note();
      this.#tasks.pictures ??= this.#fetchPictures().finally(() => {
        this.#tasks.pictures = undefined;
      });
      return true;
    } catch (error) {
      this.#pause = AWAY;
      if (error instanceof ApiFailure) {
        this.#pause = Math.min(FRESH, Math.max(AWAY, (error.isBusy && error.retryAfter) || 0));
        this.note(error);
      }
      console.error("Le catalogue de l'API n'est pas renouvelé\u00a0: %s", messageOf(error));
      return false;
    }
  }

  /** Logs what keeps a product from being sold or found, once. */
  #report(id: string, problem: string): void {
    const line = `${id} ${problem}`;
    if (this.#problems.has(line)) return;
    this.#problems.add(line);
    console.error("Produit %s de l'API\u00a0: %s", id, problem);
  }

  #withOurPictures(): Catalogue {
    const missing = new Set<string>();
    this.#missingPictures = missing;
    return catalogueWithSources(this.#catalogue, (address) => this.pictures.srcOf(address, missing));
  }

  /** Runs in the background, and writes pictures as they arrive. */
  async #fetchPictures(): Promise<void> {
    try {
      let batch: ReadonlySet<string>;
      do {
        batch = this.#missingPictures;
        const arrived = await this.pictures.fetch(batch, this.#stop.signal);
        await this.#catalogueWritten();
        if (arrived.size > 0) await writePictures(this.database, this.#withOurPictures(), arrived);
      } while (!this.#stop.signal.aborted && batch !== this.#missingPictures);
    } catch (error) {
      console.error("Images de l'API\u00a0: %s", messageOf(error));
    }
  }

  /** A refresh that is running may hold an older answer, so it has to write first. */
  async #catalogueWritten(): Promise<void> {
    while (this.#tasks.catalogue) await this.#tasks.catalogue;
  }

  /** Refreshes products that an order found changed. Never fails: they may stay as they are. */
  refreshProducts(ids: readonly string[]): Promise<void> {
    const isPlanned = this.#nextProducts.size > 0;
    for (const id of ids) this.#nextProducts.add(id);
    // One batch at a time, so that an older answer never replaces a newer one. Products wanted
    // during a batch form the next one.
    if (!isPlanned) this.#tasks.products = this.#tasks.products.then(() => this.#refreshNextProducts());
    return this.#tasks.products;
  }

  async #refreshNextProducts(): Promise<void> {
    const batch = [...this.#nextProducts];
    this.#nextProducts.clear();
    try {
      const answers = await Promise.all(batch.map((id) => loadProduct(this.api, id)));
      const products = answers
        .flat()
        .map((item) => ("name" in item ? productWithSources(item, (address) => this.pictures.srcOf(address)) : item));
      // Before writing, since a refresh may write the whole catalogue at the same time.
      for (const { id } of products) {
        this.#written.delete(id);
        this.#newerProducts.add(id);
      }
      await writeProducts(this.database, products);
    } catch (error) {
      console.error("%s: %s", PRODUCT_PROBLEM, messageOf(error));
    }
  }

  /** Requests the home page's sections again, at most every 5 s for all callers. Never fails. */
  refreshSections(): Promise<void> {
    const now = this.now().getTime();
    if (now - this.#sectionsRequested >= AWAY) {
      this.#sectionsRequested = now;
      this.#tasks.sections = this.#refreshSections().catch((error) =>
        console.error("Sections de l'accueil: %s", error),
      );
    }
    return this.#tasks.sections;
  }

  async #refreshSections(): Promise<void> {
    const sections = await loadSections(this.api);
    if (sections === undefined) return;
    await this.#catalogueWritten();
    this.#catalogue = { ...this.#catalogue, sections };
    await writeHomeSections(this.database, this.#withOurPictures(), this.#written);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : error);
