import { variantWords } from "~/domain/catalogue/size";
import { type DeliveryErrors, type DeliveryView, deliveryFields } from "~/domain/delivery/delivery-view";
import { wayOf } from "~/domain/delivery/way";
import { EDIT_FORM, lineField, lineFields, readLines, type TypedLine } from "~/domain/office/order-lines-form";
import { amountOf, MAX_LINES, pairsOf } from "~/domain/order/cart";
import { oneLine } from "~/domain/values/form-fields";
import { text, wholeNumber } from "~/forms/form.server";
import { problemsOf } from "~/forms/parse-form.server";
import { takeOver } from "~/forms/take-over.server";
import type { ManualOrderOffice } from "~/shop/services/manual-order-office";
import type { OrderPage, VariantChoice } from "~/shop/services/order-detail-office";
import { emptyDelivery, forCommunes, readDelivery } from "~/use-cases/read-delivery.server";

import { type FoundProduct, productsFound } from "./products-found.server";

/** The form that edits an order: what it shows, and what it posts. */

export interface EditView {
  delivery: DeliveryView;
  /** Those of the order, then what is added to it. */
  lines: EditLine[];
  /** What the fields began with, which comes back with the form. */
  begun: string;
  /** What was looked for, to be added; `found` is undefined before. */
  query: string;
  found?: FoundProduct[];
  said?: string;
  reason: string;
  /** Of lines and reason, by name of the field. */
  errors: Partial<Record<string, string>>;
}

interface EditLine extends TypedLine {
  /** The hidden field with its id: a line of the order, or one that the form adds. */
  kind: "ligne" | "ajoute";
  /** The variant that the line began with. */
  id: string;
  name: string;
  options: { value: string; label: string }[];
}

const contentsOf = (lines: readonly { quantity: number; price: number }[], reward: number) => ({
  pairs: pairsOf(lines),
  amount: amountOf(lines),
  reward,
});

type Choices = Map<string, VariantChoice[]>;

/** The variants of each line's product; one that is no longer sold stays what it is. */
function choicesOf({ order }: OrderPage, choices: Choices) {
  return order.lines.map((line) => {
    const all = choices.get(line.productId) ?? [];
    const own = all.some(({ variantId }) => variantId === line.variantId);
    const options = all.map(({ variantId, label, stock }) => ({
      value: variantId,
      label: `${label} (${stock} en stock)`,
    }));
    return own ? options : [{ value: line.variantId, label: "Plus en vente" }, ...options];
  });
}

/** The lines as the order has them. */
function linesOf(page: OrderPage, choices: Choices) {
  const options = choicesOf(page, choices);
  return page.order.lines.map(
    ({ name, variantId, quantity, price }, index): EditLine => ({
      ...{ kind: "ligne", id: variantId, name, options: options[index] ?? [] },
      ...{ variante: variantId, quantite: String(quantity), prix: String(price) },
    }),
  );
}

/** As the order is. */
export async function editView(page: OrderPage, choices: Choices): Promise<EditView> {
  const { order } = page;
  const delivery = await emptyDelivery(contentsOf(order.lines, order.reward), order.recipient);
  const lines = linesOf(page, choices);
  return {
    ...{ delivery, lines, begun: String(fieldsIn({ delivery, lines })) },
    query: "",
    reason: "",
    errors: {},
  };
}

/** @param shown the lines of the form, which number its fields */
function fieldsIn({ delivery, lines }: Pick<EditView, "delivery" | "lines">, shown = lines.map(({ id }) => id)) {
  const { relais, ...values } = delivery.values;
  const fields = new URLSearchParams({ ...values, mode: wayOf(delivery.values) });
  for (const { id, quantite, prix } of lines) {
    const at = shown.indexOf(id);
    if (at === -1) continue;
    fields.set(lineField("quantite", at), quantite);
    fields.set(lineField("prix", at), prix);
  }
  return fields;
}

/** One choice: a way of delivery is of its commune. */
const PLACE = ["wilaya", "commune", "mode"];

/**
 * What was typed for the lines that the form showed, the others as they are now, and what the
 * pressed button adds; a second press adds a pair.
 */
async function linesIn(page: OrderPage, choices: Choices, form: FormData, office: ManualOrderOffice) {
  const shown = form.getAll("ligne").map(String);
  const typedAt = (index: number): TypedLine => ({
    variante: text(form, lineField("variante", index)),
    quantite: text(form, lineField("quantite", index)),
    prix: text(form, lineField("prix", index)),
  });
  const added = form.getAll("ajoute").map(String);
  const all = [...shown, ...added];
  const ofOrder = linesOf(page, choices).map((line) => {
    const at = all.indexOf(line.id);
    return at === -1 ? line : { ...line, ...typedAt(at) };
  });
  const pressed = text(form, "ajouter");
  // What was added and is stored meanwhile is a line of the order.
  const stored = new Set(page.order.lines.map(({ variantId }) => variantId));
  const before = added.filter((id) => shown.includes(id) || !stored.has(id));
  const isNew = pressed !== "" && ![...before, ...ofOrder.map(({ variante }) => variante)].includes(pressed);
  const sold = await office.linesToSell([...before, ...(isNew ? [pressed] : [])].slice(0, MAX_LINES));
  const ofForm = sold.map((line): EditLine => {
    const at = added.indexOf(line.id);
    return {
      ...{ kind: "ajoute", id: line.id, name: line.name },
      ...{ variante: line.id, quantite: "1", prix: String(line.price) },
      ...(at === -1 ? {} : typedAt(shown.length + at)),
      options: [{ value: line.id, label: `${variantWords(line)}, ${line.sku} (${line.stock} en stock)` }],
    };
  });
  const lines = [...ofOrder, ...ofForm];
  const line = pressed === "" ? undefined : lines.find(({ variante }) => variante === pressed);
  if (!line) return { lines };
  if (!isNew) line.quantite = String((Number(line.quantite) || 0) + 1);
  return { lines, said: `Ajouté\u00a0: ${line.name}.` };
}

/** The posted form, checked; `edit` is present when every field is valid. */
export async function readEdit(page: OrderPage, choices: Choices, form: FormData, office: ManualOrderOffice) {
  const now = await editView(page, choices);
  const fields = fieldsIn(now, form.getAll("ligne").map(String));
  // What the form does not draw stays as it is; the commune's list is not sent before it is loaded.
  for (const [name, value] of fields) if (!form.has(name) && !PLACE.includes(name)) form.set(name, value);
  if (page.version !== wholeNumber(form, "version")) takeOver(form, fields, PLACE);
  const { lines, said } = await linesIn(page, choices, form, office);
  const read = readLines(
    lines,
    lines.map((line) => line.options.map(({ value }) => value)),
  );
  const reason = oneLine(text(form, "raison"));
  const errors: EditView["errors"] = read.errors;
  if (reason.length > 200) errors.raison = "La raison est trop longue";
  const delivery = await readDelivery(form, contentsOf(read.lines, page.order.reward));
  const intent = text(form, "intent");
  const isCommunes = intent === "communes";
  const query = text(form, "recherche").slice(0, 100);
  // In the search, Enter presses the same button as in any other field.
  const isByEnter = intent === "defaut" && query !== text(form, "cherche");
  const isSent = !isCommunes && !isByEnter && intent !== "chercher" && text(form, "ajouter") === "";
  const view: EditView = {
    delivery: isCommunes ? forCommunes(delivery) : isSent ? delivery.view : delivery.unsent,
    ...{ lines, begun: now.begun, query, reason, errors: isSent ? errors : {} },
    ...(query === "" ? {} : { found: await productsFound(office, query) }),
    ...(said ? { said } : isByEnter ? { said: "Rien n'est encore enregistré." } : {}),
  };
  const isValid = delivery.recipient && Object.keys(errors).length === 0;
  return {
    view,
    isSent,
    intro: delivery.intro,
    ...(isValid && delivery.recipient
      ? { edit: { recipient: delivery.recipient, lines: read.lines, priceReason: reason } }
      : {}),
  };
}

/** In the order in which the fields stand on the page. */
export function problemsIn({ delivery, lines, errors }: EditView) {
  const names = [...lines.flatMap((_, index) => lineFields.map((field) => lineField(field, index))), "raison"];
  const ofDelivery: DeliveryErrors = {};
  for (const field of deliveryFields) if (delivery.errors[field]) ofDelivery[field] = delivery.errors[field];
  return [
    ...problemsOf(EDIT_FORM, ofDelivery),
    ...problemsOf(EDIT_FORM, Object.fromEntries(names.map((name) => [name, errors[name]]))),
  ];
}
