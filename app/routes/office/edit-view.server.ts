import { type DeliveryErrors, type DeliveryView, deliveryFields } from "~/domain/delivery/delivery-view";
import { EDIT_FORM, lineField, lineFields, readLines, type TypedLine } from "~/domain/office/order-lines-form";
import { oneLine } from "~/domain/values/form-fields";
import { text } from "~/forms/form.server";
import { problemsOf } from "~/forms/parse-form.server";
import type { OrderPage, VariantChoice } from "~/shop/services/order-detail-office";
import { emptyDelivery, forCommunes, readDelivery } from "~/use-cases/read-delivery.server";

/** The form that edits an order: what it shows, and what it posts. */

export interface EditView {
  delivery: DeliveryView;
  lines: (TypedLine & { name: string; options: { value: string; label: string }[] })[];
  reason: string;
  /** Of lines and reason, by name of the field. */
  errors: Partial<Record<string, string>>;
}

const contentsOf = (lines: readonly { quantity: number; price: number }[], reward: number) => ({
  pairs: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  amount: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
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

/** As the order is. */
export async function editView(page: OrderPage, choices: Choices): Promise<EditView> {
  const { order } = page;
  const options = choicesOf(page, choices);
  return {
    delivery: await emptyDelivery(contentsOf(order.lines, order.reward), order.recipient),
    lines: order.lines.map((line, index) => ({
      name: line.name,
      options: options[index] ?? [],
      ...{ variante: line.variantId, quantite: String(line.quantity), prix: String(line.price) },
    })),
    reason: "",
    errors: {},
  };
}

/** The posted form, checked; `edit` is present when every field is valid. */
export async function readEdit(page: OrderPage, choices: Choices, form: FormData) {
  const options = choicesOf(page, choices);
  const lines = page.order.lines.map(({ name }, index) => ({
    name,
    options: options[index] ?? [],
    variante: text(form, lineField("variante", index)),
    quantite: text(form, lineField("quantite", index)),
    prix: text(form, lineField("prix", index)),
  }));
  const read = readLines(
    lines,
    lines.map((line) => line.options.map(({ value }) => value)),
  );
  const reason = oneLine(text(form, "raison"));
  const errors: EditView["errors"] = read.errors;
  if (reason.length > 200) errors.raison = "La raison est trop longue";
  const delivery = await readDelivery(form, contentsOf(read.lines, page.order.reward));
  const isCommunes = text(form, "intent") === "communes";
  const view: EditView = {
    delivery: isCommunes ? forCommunes(delivery) : delivery.view,
    lines,
    reason,
    errors: isCommunes ? {} : errors,
  };
  const isValid = delivery.recipient && Object.keys(errors).length === 0;
  return {
    view,
    intro: delivery.intro,
    ...(isValid && delivery.recipient
      ? { edit: { recipient: delivery.recipient, lines: read.lines, priceReason: reason } }
      : {}),
  };
}

/** Without errors; a line that is another by now is shown as it is now. */
export function withLinesOf(view: EditView, { order }: OrderPage): EditView {
  const lines = view.lines.map((line, index) => {
    const now = order.lines[index];
    if (!now || line.options.some(({ value }) => value === line.variante)) return line;
    return { ...line, variante: now.variantId, quantite: String(now.quantity), prix: String(now.price) };
  });
  return { ...view, lines, errors: {} };
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
