import { type ParseArgsConfig, parseArgs } from "node:util";
import { variantWords } from "~/domain/catalogue/size";
import type { OrderStatus } from "~/domain/order/order";
import { DAY } from "~/domain/values/durations";
import { ofName } from "~/domain/values/of-name";
import { counted } from "~/domain/values/plural";
import type { CountedItem } from "~/shop/services/office";
import { NO_ACCOUNTS, shopperAccount } from "./accounts";
import { forgetContact, listAlerts, listSubscribers, markCalled } from "./alerts";
import {
  type CommandContext,
  done,
  Elsewhere,
  type ExitCode,
  inTurn,
  MISUSED,
  Misuse,
  REFUSED,
  refused,
} from "./command-context";
import { type ImportOptions, importCatalogue } from "./import";
import {
  dayOf,
  exportOrders,
  forgetPersons,
  listOrders,
  moveOrders,
  retryParcels,
  showOrder,
  statusOf,
} from "./orders";
import { decideReview, findReviews, listReviews } from "./reviews";
import { inviteOwner } from "./staff";
import { printableLine, wrapped } from "./terminal-text";
import { listUnsettled, settleAsFree, settleAsTaken } from "./unsettled";
import { verify } from "./verify";

/** The merchant's commands: `npm run shop -- …`. */

const HELP = `La boutique en ligne de commande. Tout peut se faire pendant qu'elle vend.

  npm run shop -- commandes [--statut en-attente] [--depuis 01/11/2026] [--page 2]
  npm run shop -- commande NUMÉRO
  npm run shop -- confirmer NUMÉRO…      (de même\u00a0: annuler, expedier, livrer,
                                          retourner)
  npm run shop -- relancer NUMÉRO…       annonce de nouveau au livreur un colis
                                         qu'il a refusé
  npm run shop -- oublier NUMÉRO…        efface le client d'une commande terminée
  npm run shop -- compte EMAIL [option]  ce qu'il y a dans le compte d'un client
  npm run shop -- exporter [FICHIER.csv] [--statut S] [--depuis D] [--jusque D]
  npm run shop -- stock RÉFÉRENCE [NOMBRE]
                                         ce qui est à vendre\u00a0; +10\u00a0: dix paires
                                         sont arrivées, -2\u00a0: deux sont parties\u00a0;
                                         plusieurs\u00a0: RÉF +5 RÉF +3…
  npm run shop -- alertes [options]      qui attend un retour en stock, qui appeler
  npm run shop -- avis [options]         les avis de clients qui attendent
  npm run shop -- newsletter [FICHIER.csv]
                                         les adresses inscrites, chacune avec le lien
                                         par lequel elle se désinscrit
  npm run shop -- importer FICHIER.csv [options]
  npm run shop -- a-verifier [options]   les commandes auxquelles l'autre boutique
                                         (SHOP_API_URL) n'a pas répondu
  npm run shop -- proprietaire EMAIL     donne le lien par lequel cette personne
                                         entre dans la gestion (/gestion)
  npm run shop -- verifier               dit ce qui manque encore pour vendre
  npm run shop -- retirer-demo           retire de la vente les produits de
                                         démonstration, et leurs textes des pages

alertes compte, par produit et pointure, ceux qui ont demandé «\u00a0Prévenez-moi\u00a0».

  --appele NUMÉRO   cette personne a été appelée\u00a0: ses demandes sont effacées
  --oublier CONTACT efface tout ce que cet e-mail ou ce téléphone a demandé, ses
                    messages, et son inscription à la newsletter

avis montre les avis à lire\u00a0: rien n'est publié sans vous.

  --publier ID      l'avis paraît sur la page du produit
  --refuser ID      l'avis n'y paraît pas, ou n'y paraît plus\u00a0: il est effacé
  --publies MOTS    ceux qui paraissent, par le texte, le produit, le prénom ou
                    le numéro de commande

compte est pour un client qui appelle\u00a0: vérifiez d'abord que c'est lui, par un numéro
de commande et en le rappelant à son téléphone. Une option à la fois\u00a0:

  --deconnecter     ferme toutes ses sessions
  --adresse EMAIL   lui rend son compte à cette adresse\u00a0: sessions et mot de passe
                    ne servent plus, un lien pour un nouveau y est envoyé
  --supprimer       supprime le compte\u00a0; ses commandes restent, sans le client

a-verifier montre les commandes parties à l'autre boutique et restées sans réponse\u00a0:
elles ne repartent jamais d'elles-mêmes. Cherchez-les là-bas, puis dites-le ici.

  --prise RÉFÉRENCE --numero NUMÉRO [--id ID]   elle y est, sous ce numéro
  --libre RÉFÉRENCE                             elle n'y est pas

importer lit la liste de produits exportée par Shopify ou par WooCommerce\u00a0; un
second import met à jour ce que le premier a créé.

  --essai           dit ligne par ligne ce qui serait fait, et ne change rien
  --taux 140        la liste n'est pas en dinars\u00a0: ce que vaut son unité, en DA
  --stock 5         le stock de ce que la liste ne compte pas (sinon 0)
  --garder-stock    ce qui est déjà ici garde son stock
  --images DOSSIER  prend là les images qui s'y trouvent, avant de les télécharger
  --sans-images     ne touche pas aux images
  --reseau-local    suit aussi les adresses http et celles du réseau interne

Code de sortie\u00a0: 0 fait, 1 refusé (en tout ou en partie), 2 instruction mal écrite.`;

const MOVES: Readonly<Record<string, OrderStatus>> = {
  confirmer: "confirmed",
  annuler: "cancelled",
  expedier: "shipped",
  expédier: "shipped",
  livrer: "delivered",
  retourner: "returned",
};

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const filter = { statut: text, depuis: text, jusque: text };

/** @returns the exit code, also for a misspelt command */
export async function run(argv: readonly string[], context: CommandContext): Promise<ExitCode> {
  try {
    return await answer(argv, context);
  } catch (error) {
    if (error instanceof Elsewhere) return refused(context, argv[0] === "compte" ? NO_ACCOUNTS : error.message);
    const isMisuse = error instanceof Misuse || String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
    if (!isMisuse) throw error;
    context.complain(error instanceof Misuse ? error.message : "Une option est inconnue, ou sa valeur manque.");
    context.complain("npm run shop sans rien derrière donne l'aide.");
    return MISUSED;
  }
}

async function answer([command, ...rest]: readonly string[], context: CommandContext): Promise<ExitCode> {
  const args = [...rest];
  if (command === undefined || ["aide", "help", "--help", "-h", "--aide"].includes(command)) return done(context, HELP);
  const status = Object.hasOwn(MOVES, command) ? MOVES[command] : undefined;
  if (status || command === "relancer" || command === "oublier") {
    const which = `Quelle commande\u00a0? npm run shop -- ${command} NUMÉRO`;
    const { words } = read(args, {}, [1, Number.POSITIVE_INFINITY], which);
    if (status) return moveOrders(context, words, status);
    return command === "relancer" ? retryParcels(context, words) : forgetPersons(context, words);
  }
  switch (command) {
    case "commandes": {
      const { values } = parseArgs({ args, options: { ...filter, page: text } });
      return listOrders(
        context,
        filterOf(values),
        whole(values.page, 1, "--page attend un nombre entier de 1 à 100\u202f000.") ?? 1,
      );
    }
    case "commande":
      return showOrder(context, read(args, {}, [1, 1], "npm run shop -- commande NUMÉRO").word);
    case "compte": {
      const options = { deconnecter: flag, adresse: text, supprimer: flag };
      const which = "Quel compte\u00a0? npm run shop -- compte EMAIL [option]";
      const { values, word } = read(args, options, [1, 1], which);
      return shopperAccount(context, word, values);
    }
    case "exporter": {
      const { values, words } = read(args, filter, [0, 1], oneFile("exporter"));
      return exportOrders(context, filterOf(values), words[0]);
    }
    case "stock":
      return stock(context, args);
    case "alertes": {
      const { values } = parseArgs({ args, options: { appele: text, oublier: text } });
      if (values.appele !== undefined) return markCalled(context, values.appele);
      return values.oublier === undefined ? listAlerts(context) : forgetContact(context, values.oublier);
    }
    case "newsletter":
      return listSubscribers(context, read(args, {}, [0, 1], oneFile("newsletter")).words[0]);
    case "avis": {
      const { values } = parseArgs({ args, options: { publier: text, refuser: text, publies: text } });
      if (Object.keys(values).length > 1) throw new Misuse("Publier, refuser ou chercher, l'un après l'autre.");
      if (values.publies !== undefined) return findReviews(context, values.publies);
      if (values.publier !== undefined) return decideReview(context, values.publier, "published");
      return values.refuser === undefined ? listReviews(context) : decideReview(context, values.refuser, "refused");
    }
    case "a-verifier": {
      const { values } = parseArgs({ args, options: { prise: text, libre: text, numero: text, id: text } });
      const { prise, libre, numero, id } = values;
      if (prise !== undefined && libre !== undefined) throw new Misuse("Prise ou libre, pas les deux.");
      if (prise === undefined) return libre === undefined ? listUnsettled(context) : settleAsFree(context, libre);
      if (!numero) throw new Misuse("--prise attend le numéro de la commande\u00a0: --numero N-77");
      return settleAsTaken(context, prise, { number: numero, id: id || numero });
    }
    case "proprietaire":
    case "propriétaire":
      return inviteOwner(context, read(args, {}, [1, 1], "npm run shop -- proprietaire EMAIL").word);
    case "verifier":
    case "vérifier":
      read(args, {}, [0, 0], "npm run shop -- verifier");
      return verify(context);
    case "importer":
      return importCatalogue(context, importOptions(args));
    case "retirer-demo": {
      read(args, {}, [0, 0], "npm run shop -- retirer-demo");
      const count = await (await context.shop()).office.retireDemo();
      return done(
        context,
        `${counted(count, "produit de démonstration retiré", "produits de démonstration retirés")} de la vente.`,
      );
    }
    default:
      throw new Misuse(`Instruction inconnue\u00a0: ${printableLine(command)}.`);
  }
}

/** "jusque" includes its whole day. */
function filterOf({ statut, depuis, jusque }: { statut?: string; depuis?: string; jusque?: string }) {
  const status = statusOf(statut);
  const since = dayOf(depuis);
  const last = dayOf(jusque);
  return {
    ...(status ? { status } : {}),
    ...(since ? { since } : {}),
    ...(last ? { until: new Date(last.getTime() + DAY) } : {}),
  };
}

function importOptions(args: string[]): ImportOptions {
  const options = {
    essai: flag,
    taux: text,
    stock: text,
    "garder-stock": flag,
    images: text,
    "sans-images": flag,
    "reseau-local": flag,
  };
  const { values, word } = read(args, options, [1, 1], "Quel fichier\u00a0? npm run shop -- importer FICHIER.csv");
  const rate = values.taux === undefined ? undefined : Number(values.taux.replace(",", "."));
  if (rate !== undefined && !(rate > 0 && rate <= 1_000_000))
    throw new Misuse("--taux attend un nombre, comme --taux 140");
  return {
    file: word,
    isDryRun: values.essai ?? false,
    rate,
    uncounted: whole(values.stock, 0, "--stock attend un nombre entier de 0 à 100\u202f000."),
    keepsStock: values["garder-stock"] ?? false,
    withPictures: !values["sans-images"],
    folder: values.images,
    isAnywhere: values["reseau-local"] ?? false,
  };
}

/** Takes no options: -2 is a number. */
async function stock(context: CommandContext, args: string[]): Promise<ExitCode> {
  const usage = "Quelle référence\u00a0? npm run shop -- stock RÉFÉRENCE [NOMBRE, +REÇUES ou -SORTIES]";
  if (args.length !== 1 && args.length % 2 !== 0) throw new Misuse(usage);
  const asked = "Donnez le stock par un nombre entier de 0 à 100\u202f000, ou ce qui est venu ou parti\u00a0: +10, -2.";
  const changes: { reference: string; count: number | { came: number } | undefined }[] = [];
  for (let at = 0; at === 0 || at < args.length; at += 2) {
    const [reference, typed] = args.slice(at, at + 2);
    if (reference === undefined || reference.startsWith("-")) throw new Misuse(usage);
    const count = whole(typed?.replace(/^[+-]/, ""), 0, asked);
    changes.push({ reference, count: /^[+-]/.test(typed ?? "") ? { came: Number(typed) } : count });
  }
  const { office } = await context.shop();
  return inTurn(changes, async ({ reference, count }) => {
    const item = await (count === undefined ? office.stock(reference) : set(reference, count));
    if (item === "too-few")
      return refused(context, `${reference}\u00a0: il n'y en a pas autant en stock, rien n'est changé.`);
    if (!item) return unknown(reference);
    return done(context, stockWords(item, "before" in item ? ` (avant\u00a0: ${item.before})` : ""));
  });

  /** A commit that got no answer may be there, and a difference would count twice. */
  async function set(reference: string, count: number | { came: number }) {
    try {
      return await office.setStock(reference, count);
    } catch (error) {
      const name = printableLine(reference);
      context.complain(
        `${name}\u00a0: sans réponse. Regardez d'abord ce qui est noté\u00a0: npm run shop -- stock ${name}`,
      );
      if (changes.length > 1) context.complain("Rien n'est fait des références qui suivent.");
      throw error;
    }
  }

  /** Never a guess: it is typed again by one of the references that it may mean. */
  async function unknown(reference: string): Promise<ExitCode> {
    context.complain(`Référence inconnue\u00a0: ${printableLine(reference)}.`);
    const sizes = await office.sizesOf(reference);
    for (const name of new Set(sizes.map((size) => size.name))) {
      context.complain(wrapped(`Références ${ofName(printableLine(name))}\u00a0:`));
      for (const size of sizes.filter((size) => size.name === name))
        context.complain(wrapped(`  ${size.sku}\u00a0: ${variantWords(size)}\u00a0: ${size.stock} en stock.`, 4));
    }
    return REFUSED;
  }
}

function stockWords(item: CountedItem, before: string): string {
  const held = item.held > 0 ? `, ${item.held} de plus dans des commandes à remettre` : "";
  return `${item.sku}\u00a0: ${item.name}, ${variantWords(item)}\u00a0: ${item.stock} en stock${before}${held}.`;
}

const oneFile = (command: string) => `Un seul fichier\u00a0: npm run shop -- ${command} FICHIER.csv`;

/** @param asked what is said where there are fewer words than these, or more */
function read<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  [least, most]: readonly [number, number],
  asked: string,
) {
  const { values, positionals: words } = parseArgs({ args, allowPositionals: true, options });
  if (words.length < least || words.length > most) throw new Misuse(asked);
  return { values, words, word: words[0] ?? "" };
}

/**
 * A number up to 100 000.
 * @param asked what is said of anything else
 */
function whole(typed: string | undefined, least: number, asked: string): number | undefined {
  if (typed === undefined) return undefined;
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (number >= least && number <= 100_000) return number;
  throw new Misuse(asked);
}
