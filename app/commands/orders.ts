import { slugOf } from "~/domain/catalogue/slug";
import { announcementLabels } from "~/domain/delivery/parcel";
import { byCommand } from "~/domain/office/journal";
import { csvHead, csvRow } from "~/domain/office/orders-csv";
import { isOwed, type OrderStatus, orderStatuses, statusLabels } from "~/domain/order/order";
import { lapsedWords } from "~/domain/order/order-bounds";
import {
  isToReserve,
  lineWords,
  missingWords,
  pickupPointWords,
  stateWords,
  statusNamed,
  TO_RESERVE,
  wilayaWords,
} from "~/domain/order/order-texts";
import { algerianDay, formatFigures, startOfDay } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { counted } from "~/domain/values/plural";
import type { OrderFilter } from "~/shop/services/office";
import type { OfficeParcel } from "~/shop/services/order-detail-office";
import { type CommandContext, DONE, done, type ExitCode, inTurn, Misuse, refused } from "./command-context";
import { exportList } from "./export-list";
import { printableLine, rowsText, table, wrapped } from "./terminal-text";

const PAGE = 20;

export function statusOf(typed: string | undefined): OrderStatus | undefined {
  if (typed === undefined) return undefined;
  const status = statusNamed(typed);
  if (status) return status;
  const names = orderStatuses.map((status) => slugOf(statusLabels[status])).join(", ");
  throw new Misuse(`Statut inconnu\u00a0: ${typed}. Connus\u00a0: ${names}.`);
}

/** @param typed `2026-11-01` or `01/11/2026`: that day's beginning in Algeria, UTC+1 all year */
export function dayOf(typed: string | undefined): Date | undefined {
  if (typed === undefined) return undefined;
  const iso = typed.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$2-$1");
  const start = startOfDay(iso);
  // JavaScript reads 31/11 as 1/12.
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(start.getTime()) && algerianDay(start) === iso) return start;
  throw new Misuse(`Date illisible\u00a0: ${typed}. Écrivez-la comme 01/11/2026.`);
}

export async function listOrders(context: CommandContext, filter: OrderFilter, page: number): Promise<ExitCode> {
  const { office } = await context.shop();
  const { orders, total } = await office.orders(filter, { page, size: PAGE });
  const pages = Math.max(1, Math.ceil(total / PAGE));
  if (orders.length === 0)
    return done(context, total === 0 ? "Aucune commande." : `Il n'y a que ${counted(pages, "page")}.`);
  context.say(
    table(
      [
        { title: "Numéro", width: 9 },
        { title: "Date", width: 16 },
        { title: "Statut", width: 10 },
        { title: "Client", width: 16 },
        { title: "Wilaya", width: 9 },
        { title: "Total", width: 10, align: "end" },
      ],
      orders.map(({ recipient, ...order }) => [
        order.number,
        formatFigures(order.createdAt),
        stateWords(order),
        `${recipient.lastName} ${recipient.firstName}`,
        wilayaWords(recipient.wilayaId, recipient.wilayaName),
        formatDinars(order.total),
      ]),
    ),
  );
  context.say(`\n${counted(total, "commande")}, page ${page} sur ${pages}.`);
  if (orders.some(isToReserve))
    context.say(
      wrapped(
        `${TO_RESERVE}\u00a0: commande en attente, exceptionnellement grande\u00a0; ses paires sont réservées à la confirmation.`,
      ),
    );
  return DONE;
}

export async function showOrder(context: CommandContext, number: string): Promise<ExitCode> {
  const detail = await (await context.shop()).office.orderPage(number);
  if (!detail) return unknown(context, number);
  const { order, steps, parcel, missing, references } = detail;
  const { recipient, fees } = order;
  const rows: [string, string][] = [
    ["Commande", order.number],
    ["Statut", statusLabels[order.status]],
    ...steps.map(({ status, at }): [string, string] => [`  ${statusLabels[status].toLowerCase()}`, formatFigures(at)]),
    ["  motif", order.lapsedDays ? lapsedWords(order.lapsedDays) : ""],
    ["Paires", isToReserve(order) ? "pas encore réservées\u00a0: appeler, puis confirmer" : ""],
    ...missing.map((short): [string, string] => ["Stock", `insuffisant\u00a0: ${missingWords(short)}`]),
    ["Client", `${recipient.lastName} ${recipient.firstName}`],
    ["Téléphone", recipient.phone ? formatPhone(recipient.phone) : ""],
    ["Livraison", recipient.mode === "pickup" ? "au point relais" : "à domicile"],
    ["Wilaya", wilayaWords(recipient.wilayaId, recipient.wilayaName)],
    ["Commune", recipient.communeName],
    ["Point relais", pickupPointWords(recipient)],
    ["Adresse", recipient.address],
    ["Remarque", recipient.notes],
    ...order.lines.map((line, index): [string, string] => {
      const reference = references.get(line.variantId);
      const what = lineWords(line) + (reference ? ` (${reference})` : "");
      return [index === 0 ? "Articles" : "", `${what}, ${formatDinars(line.quantity * line.price)}`];
    }),
    ["Sous-total", formatDinars(order.subtotal)],
    ["Fidélité", order.reward > 0 ? `−${formatDinars(order.reward)}` : ""],
    ["Frais", formatDinars(fees.totalFee)],
    [isOwed(order.status) ? "À encaisser" : "Total", formatDinars(order.total)],
    ["Provenance", Object.values(order.provenance ?? {}).join(", ")],
    ...(parcel ? parcelRows(parcel) : []),
  ];
  return done(context, rowsText(rows));
}

const announcementTexts: Record<OfficeParcel["state"], string> = {
  ...announcementLabels,
  refused: `${announcementLabels.refused}\u00a0: corriger, puis relancer`,
};

function parcelRows({ state, failure, label, story }: OfficeParcel): [string, string][] {
  return [
    ["Colis", announcementTexts[state]],
    ["  motif", failure ?? ""],
    ["  numéro", story?.tracking ?? ""],
    ["  étiquette", label ?? ""],
    ...(story?.events ?? []).map(({ label, reason, at }): [string, string] => [
      "",
      `${formatFigures(at)} ${[label, reason].filter(Boolean).join("\u00a0: ")}`,
    ]),
  ];
}

/** Queues parcels again that the courier refused. */
export async function retryParcels(context: CommandContext, numbers: readonly string[]): Promise<ExitCode> {
  const { office } = await context.shop();
  return inTurn(numbers, async (typed) => {
    const outcome = await office.retryParcel(typed, {}, byCommand);
    const detail = await office.orderPage(typed);
    if (!detail) return unknown(context, typed);
    const { order, parcel } = detail;
    if (outcome === "moved") return done(context, `${order.number}\u00a0: son colis sera annoncé de nouveau.`);
    const verb = parcel?.state === "waiting" ? "n'est" : "est";
    const why = parcel ? `son colis ${verb} ${announcementTexts[parcel.state]}` : "elle n'a pas de colis";
    return refused(context, `${order.number}\u00a0: rien à relancer, ${why}.`);
  });
}

/** Changes the status of each, and prints the outcome. */
export async function moveOrders(
  context: CommandContext,
  numbers: readonly string[],
  status: OrderStatus,
): Promise<ExitCode> {
  const { office } = await context.shop();
  const wanted = statusLabels[status].toLowerCase();
  return inTurn(numbers, async (typed) => {
    const outcome = await office.moveOrder(typed, status, {}, byCommand);
    const order = (await office.orderPage(typed))?.order;
    if (!order) return unknown(context, typed);
    if (outcome === "moved") return done(context, `${order.number}\u00a0: ${wanted}.`);
    if (outcome === "short") {
      context.complain(`${order.number}\u00a0: il n'y a plus assez de paires pour la confirmer.`);
      return refused(context, `Ce qui manque\u00a0: npm run shop -- commande ${order.number}`);
    }
    if (order.status === status) return done(context, `${order.number}\u00a0: déjà ${wanted}.`);
    const now = statusLabels[order.status].toLowerCase();
    return refused(context, `${order.number} est ${now}\u00a0: elle ne peut pas devenir ${wanted}.`);
  });
}

/** Erases the persons of ended orders. */
export async function forgetPersons(context: CommandContext, numbers: readonly string[]): Promise<ExitCode> {
  const { office, isCopy } = await context.people();
  const reason = isCopy ? "l'autre boutique la dit terminée" : "le livreur n'aura plus son colis";
  const ending = await inTurn(numbers, async (typed) => {
    const outcome = await office.forgetPerson(typed, byCommand, isCopy);
    const order = (await office.orderPage(typed))?.order;
    if (!order) return unknown(context, typed);
    const { number, status } = order;
    const now = statusLabels[status].toLowerCase();
    if (outcome === "open")
      return refused(context, `${number} est ${now}\u00a0: son client s'efface une fois livrée, retournée ou annulée.`);
    return done(context, `${number}\u00a0: client effacé${outcome === "done" ? "" : ` dès que ${reason}`}.`);
  });
  if (isCopy) context.say("À effacer aussi dans la boutique indiquée dans SHOP_API_URL.");
  return ending;
}

const unknown = (context: CommandContext, typed: string): ExitCode =>
  refused(context, `Commande inconnue\u00a0: ${printableLine(typed)}.`);

const BATCH = 500;

export async function exportOrders(
  context: CommandContext,
  filter: OrderFilter,
  file: string | undefined,
): Promise<ExitCode> {
  const { office } = await context.shop();
  return exportList(context, file, async () => {
    let count = 0;
    let text = csvHead();
    let after: string | undefined;
    do {
      const { orders, next } = await office.listOrders(filter, { after, size: BATCH });
      text += orders.map(csvRow).join("");
      count += orders.length;
      after = next;
    } while (after !== undefined);
    return { text, what: counted(count, "commande") };
  });
}
