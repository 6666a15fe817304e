import { readFile, realpath, stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import type { MappedProduct } from "~/catalogue-import/mapping";
import { type Reading, readCatalogue } from "~/catalogue-import/read-list";
import type { Remark } from "~/catalogue-import/source-product";
import type { Picture } from "~/domain/catalogue/catalogue";
import type { ImportedProduct, ImportOutcome, SourcePicture } from "~/domain/catalogue/imported-product";
import { algerianDay } from "~/domain/values/dates";
import { counted, plural, quoted } from "~/domain/values/plural";
import { anywhere, fetchPicture, internet, type Network, PictureProblem, usualBounds } from "~/pictures/fetch.server";
import { isStored, lackOfRoom, pictureName, sourceOf } from "~/pictures/image-store.server";
import type { ImportTerms, OfficeService } from "~/shop/services/office";
import { type CommandContext, DONE, type ExitCode, REFUSED } from "./command-context";
import { wrapped } from "./terminal-text";

export interface ImportOptions {
  file: string;
  /** Prints what would be done, and does nothing. */
  isDryRun: boolean;
  /** Dinars for one unit of the list's currency. */
  rate?: number | undefined;
  uncounted?: number | undefined;
  keepsStock: boolean;
  withPictures: boolean;
  /** A folder whose pictures are used before any is downloaded. */
  folder?: string | undefined;
  /** Whether addresses of the own network and unencrypted ones are allowed. */
  isAnywhere: boolean;
  /** Set by tests. */
  network?: Network;
  /** Bytes of the disk to leave free for orders. Set by tests. */
  spare?: number;
}

const MAX_FILE = 50_000_000;
/** Pictures of one product that are fetched at the same time. */
const AT_ONCE = 4;

export async function importCatalogue(context: CommandContext, options: ImportOptions): Promise<ExitCode> {
  const reading = await readList(context, options);
  if (!reading) return REFUSED;
  const { office } = await context.shop();
  const report = new ImportReport(context, reading, uncountedIn(reading, options));
  const terms: ImportTerms = {
    keepsStock: options.keepsStock,
    isDryRun: options.isDryRun,
    listed: reading.references,
    ...(options.uncounted === undefined ? {} : { uncounted: options.uncounted }),
  };
  for (const [index, product] of reading.products.entries()) {
    context.progress?.(`${index + 1} / ${reading.products.length} produits`);
    await importProduct(context, options, office, product, terms, report);
  }
  context.progress?.("");
  report.end(options.isDryRun);
  return report.refused > 0 ? REFUSED : DONE;
}

/** Variants of which neither the list nor the merchant says how many there are. */
function uncountedIn({ products }: Reading, { uncounted }: ImportOptions): string[] {
  if (uncounted !== undefined) return [];
  const variants = products.flatMap(({ parts }) => parts.flatMap((part) => part.variants));
  const count = variants.filter(({ stock }) => stock === undefined).length;
  if (count === 0) return [];
  const of =
    count === variants.length
      ? "La liste n'indique pas le stock"
      : `La liste n'indique pas le stock de ${counted(count, "variante")}`;
  return [
    `${of}\u00a0: ce qui est nouveau est épuisé, le reste garde le sien. «\u00a0--stock 5\u00a0» donne 5 à chacune.`,
  ];
}

async function readList(context: CommandContext, { file: name, rate }: ImportOptions): Promise<Reading | undefined> {
  const file = resolve(context.folder, name);
  try {
    if ((await stat(file)).size > MAX_FILE) throw new Error(`Le fichier a plus de ${MAX_FILE / 1_000_000} Mo.`);
    return readCatalogue(await readFile(file), { rate, today: algerianDay(context.now()) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    context.complain(code ? `Le fichier ${name} ne peut pas être lu (${code}).` : message);
    return undefined;
  }
}

async function importProduct(
  context: CommandContext,
  options: ImportOptions,
  office: OfficeService,
  listed: MappedProduct,
  terms: ImportTerms,
  report: ImportReport,
): Promise<void> {
  const name = quoted(listed.parts[0]?.name ?? "");
  report.upTo(listed.line);
  try {
    const product = await withPictures(context, options, listed, report);
    const result = await office.importProduct(product, terms);
    if (result.outcome === "refused") {
      const taken = result.taken.join(", ");
      report.refuse(listed.line, `${name}\u00a0: références d'autres produits de la boutique\u00a0: ${taken}`);
      return;
    }
    report.stored(listed, product, result.outcome, options);
    if (result.goneVariants > 0)
      report.note(
        listed.line,
        `${counted(result.goneVariants, "variante n'est", "variantes ne sont")} plus dans la liste\u00a0: ${plural(result.goneVariants, "épuisée")}`,
      );
    report.sale(listed.line, result);
  } catch (error) {
    // This product was rolled back as a whole; the next may succeed.
    const isPicture = error instanceof PictureProblem;
    if (!isPicture) report.fail(listed.line, error);
    const why = isPicture ? error.message : "la boutique n'a pas pu l'enregistrer";
    report.refuse(listed.line, `${name}\u00a0: ${why}`);
  }
}

/** The same product, with those of its pictures that could be imported. */
async function withPictures(
  context: CommandContext,
  options: ImportOptions,
  listed: MappedProduct,
  report: ImportReport,
): Promise<ImportedProduct> {
  if (!options.withPictures || options.isDryRun)
    return { ...listed, parts: listed.parts.map((part) => ({ ...part, pictures: undefined })) };
  const wanted = new Map(listed.parts.flatMap(({ pictures }) => pictures).map((picture) => [picture.address, picture]));
  const names = new Map<string, string>();
  const queue = [...wanted.values()];
  const work = async () => {
    for (let picture = queue.shift(); picture; picture = queue.shift()) {
      const name = await pictureOf(context, options, picture, report);
      if (name) names.set(picture.address, name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const stored = ({ address, alt, color }: SourcePicture): Picture[] => {
    const name = names.get(address);
    return name ? [{ src: sourceOf(name), alt, color }] : [];
  };
  const parts = listed.parts.map((part) => {
    const pictures = part.pictures.flatMap(stored);
    return { ...part, pictures: pictures.length > 0 ? pictures : undefined };
  });
  return { ...listed, parts };
}

/** @returns its name in the image store; undefined, with a note, when it could not be imported */
async function pictureOf(
  { dataDir, folder: from }: CommandContext,
  { folder, isAnywhere, network, spare }: ImportOptions,
  { address, line }: SourcePicture,
  report: ImportReport,
): Promise<string | undefined> {
  try {
    // Loaded here, since no other command needs the picture library.
    const { convertPicture } = await import("~/pictures/convert.server");
    const copied = folder === undefined ? undefined : await fileIn(resolve(from, folder), address);
    const name = pictureName(copied ?? address);
    if (isStored(dataDir, name)) return name;
    if (!copied && !/^https?:/i.test(address))
      throw new PictureProblem(folder === undefined ? "pas d'adresse https" : "pas dans le dossier");
    const lack = await lackOfRoom(dataDir, spare);
    if (lack) throw new PictureProblem(lack);
    await convertPicture(
      copied ?? (await fetchPicture(address, network ?? (isAnywhere ? anywhere : internet))),
      dataDir,
      name,
    );
    return name;
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error;
    report.note(line, `image ${address.slice(0, 200)}\u00a0: ${error.message}`);
    return undefined;
  }
}

/** A file inside that folder; links and ".." in its name cannot lead elsewhere. */
async function fileIn(folder: string, address: string): Promise<Buffer | undefined> {
  const path = /^https?:/i.test(address) && URL.canParse(address) ? decodedPath(new URL(address).pathname) : address;
  try {
    const root = await realpath(folder);
    for (const name of new Set([path, basename(path)])) {
      const file = await realpath(join(root, name)).catch(() => undefined);
      if (!file?.startsWith(root + sep)) continue;
      const { size } = await stat(file);
      if (size > usualBounds.bytes) throw new PictureProblem(`plus de ${usualBounds.bytes / 1_000_000} Mo`);
      return await readFile(file);
    }
    return undefined;
  } catch (error) {
    if (error instanceof PictureProblem) throw error;
    throw new PictureProblem(`fichier illisible (${(error as NodeJS.ErrnoException).code})`);
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const outcomes = { added: "ajouté", updated: "mis à jour", unchanged: "inchangé" } as const;

/** The printed report, line by line, and its sums. */
class ImportReport {
  refused = 0;
  private readonly remarks: Remark[];
  private readonly summary: readonly string[];
  private readonly counts = { added: 0, updated: 0, unchanged: 0 };
  private hasFailed = false;
  private withdrawn = 0;
  private returned = 0;

  constructor(
    private readonly context: CommandContext,
    reading: Reading,
    uncounted: readonly string[],
  ) {
    const name = reading.source === "shopify" ? "Shopify" : "WooCommerce";
    this.remarks = [...reading.remarks];
    this.summary = [...uncounted, ...reading.summary];
    context.say(
      `Liste de produits ${name}\u00a0: ${counted(reading.lines, "ligne")}, ${counted(reading.products.length, "produit")}.\n`,
    );
  }

  /** Prints the remarks up to this line, before the outcome of its product. */
  upTo(line: number): void {
    while (this.remarks[0] && this.remarks[0].line <= line) {
      const { line, kind, text } = this.remarks.shift() as Remark;
      if (kind === "refused") this.refuse(line, text);
      else this.note(line, text);
    }
  }

  stored(
    listed: MappedProduct,
    product: ImportedProduct,
    outcome: keyof typeof outcomes,
    options: ImportOptions,
  ): void {
    this.counts[outcome] += listed.parts.length;
    for (const [index, { name, variants, pictures: wanted }] of listed.parts.entries()) {
      // A rehearsal fetches none: it counts those that an import would ask for.
      const pictures = options.isDryRun ? wanted : (product.parts[index]?.pictures ?? []);
      const images = options.withPictures ? [counted(pictures.length, "image")] : [];
      this.say(
        listed.line,
        outcomes[outcome],
        `${name} (${[counted(variants.length, "variante"), ...images].join(", ")})`,
      );
    }
  }

  /** What left the sale, and what is on sale again. */
  sale(line: number, { retired, hidden, shown }: Pick<ImportOutcome, "retired" | "hidden" | "shown">): void {
    this.withdrawn += retired.length + hidden.length;
    this.returned += shown.length;
    for (const name of retired)
      this.note(line, `${quoted(name)} est retiré de la vente\u00a0: il n'est plus dans la liste`);
    for (const name of hidden)
      this.note(line, `${quoted(name)} est retiré de la vente\u00a0: la liste ne le publie plus`);
    for (const name of shown) this.note(line, `${quoted(name)} est remis en vente`);
  }

  /** Says why once: a full disk or a database that is gone stops many products. */
  fail(line: number, error: unknown): void {
    if (!this.hasFailed)
      this.context.complain(`ligne ${line}\u00a0: ${error instanceof Error ? error.message : error}`);
    this.hasFailed = true;
  }

  refuse(line: number, text: string): void {
    this.refused += 1;
    this.say(line, "REFUSÉE", text);
  }

  note(line: number, text: string): void {
    this.say(line, "à savoir", text);
  }

  private say(line: number, what: string, text: string): void {
    this.context.say(wrapped(`ligne ${String(line).padEnd(6)} ${what.padEnd(11)} ${text}`, 25));
  }

  end(isDryRun: boolean): void {
    this.upTo(Number.POSITIVE_INFINITY);
    if (this.summary.length > 0) this.context.say("");
    for (const text of this.summary) this.context.say(wrapped(text, 2));
    const { added, updated, unchanged } = this.counts;
    const sums = [
      counted(added, outcomes.added),
      `${updated} ${outcomes.updated}`,
      counted(unchanged, outcomes.unchanged),
      `${this.refused} refus`,
      ...(this.withdrawn > 0 ? [`${counted(this.withdrawn, "retiré")} de la vente`] : []),
      ...(this.returned > 0 ? [`${this.returned} remis en vente`] : []),
    ];
    this.context.say(`\n${isDryRun ? "Essai, rien n'a été changé" : "Fait"}\u00a0: ${sums.join(", ")}.`);
  }
}
