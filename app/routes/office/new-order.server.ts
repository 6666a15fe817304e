import type { ActionFunctionArgs } from "@remix-run/node";
import { variantWords } from "~/domain/catalogue/size";
import { modeFrom } from "~/domain/delivery/delivery";
import type { DeliveryView } from "~/domain/delivery/delivery-view";
import { amountOf, MAX_LINES, MAX_QUANTITY, pairsOf } from "~/domain/order/cart";
import { type OrderChannel, orderChannels } from "~/domain/order/channel";
import { type Order, statusLabels, type WantedLine } from "~/domain/order/order";
import { changeText, type OrderRefusal, refusalRules, refusalText } from "~/domain/order/order-refusal";
import { formatDate } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import { asciiDigits, formatPhone, normalisePhone } from "~/domain/values/phone";
import { counted, plural } from "~/domain/values/plural";
import { readForm, text, wholeNumber } from "~/forms/form.server";
import { problemsOf } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { settings } from "~/settings.server";
import type { KnownRecipient, LineToSell } from "~/shop/services/manual-order-office";
import { getShop } from "~/shop/shop.server";
import { mintFormKey } from "~/tokens/form-key.server";
import { emptyDelivery, forCommunes, readDelivery, recipientAsOrdered } from "~/use-cases/read-delivery.server";
import { openOffice } from "./open-office.server";
import { type FoundProduct, productsFound } from "./products-found.server";

/** The form of an order that staff take down, as it is shown again after each press. */
export interface NewOrder {
  channel: OrderChannel;
  query: string;
  /** Undefined before anything is looked for. */
  found?: FoundProduct[];
  lines: Awaited<ReturnType<typeof linesIn>>["lines"];
  delivery: DeliveryView;
  /** What this phone ordered before; `found` changes when the fields are filled in. */
  known?: { found: string; summary: string; orders: { number: string; text: string }[] };
  amount: number;
  pairs: number;
  fee?: number;
  /** Said beside the search for articles, and beside that for the client. */
  said?: string;
  saidOfClient?: string;
  problems: { id?: string; message: string }[];
  intro?: string;
}

const HERE = "/gestion/commandes";

export async function emptyOrder(): Promise<NewOrder> {
  const delivery = await emptyDelivery({ pairs: 0, amount: 0 });
  const key = mintFormKey();
  return {
    channel: "phone",
    query: "",
    lines: [],
    delivery: { ...delivery, offer: { ...delivery.offer, cle: key } },
    amount: 0,
    pairs: 0,
    problems: [],
  };
}

/** Answers every button of the form: all but the last show it again, and store nothing. */
export async function answerNewOrder({ request }: ActionFunctionArgs) {
  const { by, office } = await openOffice(request, "calls");
  const form = await readForm(request);
  const query = text(form, "recherche").slice(0, 100);
  const { lines, said } = await linesIn(form, (ids) => office.linesToSell(ids));
  const wanted = lines.flatMap(({ id, quantity, price, error }): WantedLine[] =>
    error ? [] : [{ variantId: id, quantity: Number(quantity), price }],
  );
  const pairs = pairsOf(wanted);
  const amount = amountOf(wanted);
  const read = await readDelivery(form, { pairs, amount });
  const channel = orderChannels.find((known) => known === text(form, "canal")) ?? "phone";
  const found = text(form, "retrouve");
  const phoneFound = normalisePhone(found.split("-", 1)[0] ?? "");
  const before = phoneFound && (await office.knownRecipient(phoneFound));
  const shown: NewOrder = {
    channel,
    query,
    ...(query ? { found: await productsFound(office, query) } : {}),
    lines: lines.map(({ error, ...line }) => line),
    delivery: read.unsent,
    amount,
    pairs,
    ...feeOf(read.view),
    said,
    ...(before ? { known: knownFrom(found, before) } : {}),
    problems: [],
  };

  switch (text(form, "intent")) {
    case "retrouver":
      return find(shown);
    case "communes": {
      const delivery = forCommunes(read);
      const problems = problemsOf("livraison", delivery.errors);
      return problems.length > 0 ? refusal({ ...shown, delivery, problems }) : shown;
    }
    case "commander":
      return place(false);
    case "confirmer":
      return place(true);
    default:
      return shown;
  }

  /** @param isAgreed whether the customer agreed just now, so that nobody calls again */
  async function place(isAgreed: boolean) {
    const problems = [
      ...(lines.length === 0 ? [{ id: "recherche", message: "Ajoutez au moins un article" }] : []),
      ...lines.flatMap(({ id, error }) => (error ? [{ id: `quantite-${id}`, message: error }] : [])),
      // The phone is the first field.
      ...problemsOf("livraison", { telephone: read.view.errors.telephone, ...read.view.errors }),
    ];
    const again = { ...shown, lines, delivery: read.view, problems };
    const before = await takenDownBefore();
    if (before?.outcome === "placed") return lead(again, before.order, isAgreed, true);
    if (problems.length > 0 || !read.recipient) return refusal<NewOrder>({ ...again, intro: read.intro });
    if (read.fee === undefined) return refusal<NewOrder>({ ...again, intro: "Les frais de livraison sont inconnus." });
    // What the shopper was told on the phone is what is stored.
    const total = amount + read.fee;
    if (wholeNumber(form, "total") !== total)
      return refusal<NewOrder>({
        ...again,
        intro: `Le total est de ${formatDinars(total)}. Relisez, puis enregistrez.`,
      });
    if (read.key === undefined) return refusal<NewOrder>({ ...again, intro: "Relisez la commande, puis enregistrez." });
    const result = await office.takeDownOrder(
      { key: read.key, lines: wanted, recipient: read.recipient, shownFee: read.fee, channel },
      by,
    );
    if (result.outcome === "placed") return lead(again, result.order, isAgreed, result.repeated);
    if (result.outcome === "unsettled") throw new Error("A shop on its own database knows what became of its orders.");
    return refuse(again, result);
  }

  /** What this form is already: prices, fees and places may have changed since (decision 028). */
  async function takenDownBefore() {
    const { key } = read;
    const order = key === undefined ? undefined : await (await getShop()).orders.underKey(key);
    const recipient = order && recipientAsOrdered(form, order);
    if (key === undefined || !recipient) return undefined;
    const quantities = form.getAll("quantite");
    const asSent = form.getAll("ligne").slice(0, MAX_LINES);
    const lines = asSent.map((id, at) => ({ variantId: String(id), quantity: Number(quantities[at]), price: 0 }));
    return office.takeDownOrder({ key, lines, recipient, shownFee: order.fees.totalFee, channel }, by);
  }

  async function lead(again: NewOrder, order: Order, isAgreed: boolean, isRepeated: boolean) {
    const { number, recipient, status, total } = order;
    if (status === "cancelled") return refuse(again, { outcome: "key-used", order: { number, status } });
    const known = await office.knownRecipient(recipient.phone);
    const open =
      known?.isAtBound === true ? ` Ce numéro a ${counted(known.open, "commande")} en attente de confirmation.` : "";
    const confirmed = !isAgreed ? "" : (await confirm(number)) ? " et confirmée" : "\u00a0; elle reste à confirmer";
    const sum = isRepeated ? ` À encaisser\u00a0: ${formatDinars(total)}.` : "";
    return redirectWithSuccess(`${HERE}/${number}`, `Commande n°\u00a0${number} enregistrée${confirmed}.${sum}${open}`);
  }

  /** Also of a form that is sent twice. */
  async function confirm(number: string): Promise<boolean> {
    const page = await office.orderPage(number);
    if (page?.order.status !== "pending") return page?.order.status === "confirmed";
    return (await office.moveOrder(number, "confirmed", { version: page.version }, by)) === "moved";
  }

  function refuse(again: NewOrder, result: OrderRefusal) {
    const { status, keepsKey } = refusalRules[result.outcome];
    const { offer } = again.delivery;
    const delivery = { ...again.delivery, offer: keepsKey ? offer : { ...offer, cle: mintFormKey() } };
    if (result.outcome === "key-used") {
      const { number } = result.order;
      const since = result.order.status === "cancelled" ? ", annulée depuis" : "";
      const intro = `Ce formulaire a déjà servi à la commande n°\u00a0${number}${since}. Enregistrer en ferait une autre.`;
      return refusal<NewOrder>({ ...again, delivery, intro }, status);
    }
    if (result.outcome !== "changed")
      return refusal<NewOrder>({ ...again, delivery, intro: refusalText(result, settings.shopPhone) }, status);
    const problems = result.changes.map((change) => ({ message: changeText(change) }));
    return refusal<NewOrder>({ ...again, delivery, problems, intro: "Rien n'a été enregistré." }, status);
  }

  async function find(order: NewOrder) {
    const typed = order.delivery.values.telephone;
    const phone = normalisePhone(typed);
    if (phone === undefined) {
      const errors = { telephone: read.view.errors.telephone ?? "Le téléphone est requis" };
      const delivery = { ...order.delivery, errors };
      return refusal<NewOrder>({ ...order, delivery, problems: problemsOf("livraison", errors) });
    }
    const known = await office.knownRecipient(phone);
    if (!known) return { ...order, saidOfClient: "Aucune commande avec ce numéro pour le moment." };
    const notes = order.delivery.values.remarque;
    const filled = await emptyDelivery({ pairs, amount }, { ...known.recipient, notes });
    const delivery = { ...filled, offer: { ...filled.offer, cle: order.delivery.offer.cle } };
    return {
      ...order,
      delivery,
      ...feeOf(delivery),
      saidOfClient: "Client retrouvé\u00a0: relisez l'adresse avec lui.",
      known: knownFrom(`${phone}-${Date.now()}`, known),
    };
  }
}

/** @param found the phone, and when its client's fields were filled in */
function knownFrom(found: string, { recipient, orders, open }: KnownRecipient): NewOrder["known"] {
  const recent = counted(orders.length, "commande récente", "commandes récentes");
  return {
    found,
    summary: `${formatPhone(recipient.phone)}\u00a0: ${recent}, ${open || "aucune"} en attente de confirmation`,
    orders: orders.map(({ number, status, at, total }) => ({
      number,
      text: `${formatDate(at)}, ${statusLabels[status].toLowerCase()}, ${formatDinars(total)}`,
    })),
  };
}

function feeOf({ values, offer }: DeliveryView): { fee?: number } {
  const fee = offer.quote?.[modeFrom(values.mode)];
  return fee === undefined ? {} : { fee };
}

/** The lines of the form after what was pressed, at today's prices; what is gone is said. */
async function linesIn(form: FormData, linesToSell: (ids: readonly string[]) => Promise<LineToSell[]>) {
  const quantities = form.getAll("quantite").map((quantity) => asciiDigits(String(quantity)));
  const typed = new Map(
    form
      .getAll("ligne")
      .slice(0, MAX_LINES)
      .map((id, index) => [String(id), (quantities[index] ?? "").trim()]),
  );
  typed.delete(text(form, "retirer"));
  const added = text(form, "ajouter");
  if (added !== "") typed.set(added, String((quantityFrom(typed.get(added) ?? "0") ?? 0) + 1));
  const sold = await linesToSell([...typed.keys()]);
  const lines = sold.map((line) => {
    const quantity = typed.get(line.id) ?? "";
    const isWrong = (quantityFrom(quantity) ?? 0) < 1;
    return {
      id: line.id,
      text: `${line.name}, ${variantWords(line)}`,
      price: line.price,
      /** As typed. */
      quantity,
      stock: line.stock,
      ...(isWrong ? { error: `${line.name}\u00a0: la quantité va de 1 à ${MAX_QUANTITY}` } : {}),
    };
  });
  const isAdded = lines.find(({ id }) => id === added);
  const gone = typed.size - lines.length;
  if (gone > 0)
    return { lines, said: `${counted(gone, "article")} ${plural(gone, "n'est", "ne sont")} plus en vente.` };
  return { lines, said: isAdded && `Ajouté\u00a0: ${isAdded.text}.` };
}

/** @returns undefined for no whole number within the bounds of a line */
function quantityFrom(typed: string): number | undefined {
  const quantity = /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
  return quantity !== undefined && quantity <= MAX_QUANTITY ? quantity : undefined;
}
